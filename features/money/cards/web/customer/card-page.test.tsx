// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { session } from '#platform/web/session/session.ts';
import { Component } from './card-page.tsx';

const kept = { creditCardLast4: '4242', creditCardExpiryMonth: 12, creditCardExpiryYear: 2034 };
const asking = { requiresAction: true, clientSecret: 'seti_1_secret_2' };
const declined = {
  status: 402,
  code: 'card_declined',
  title: 'The card was declined',
  detail: 'This card does not have enough funds. Nothing was charged. Try another card.',
};

const sent: { readonly path: string; readonly body: unknown }[] = [];
/** The replies of updateCreditCard, in order. */
let answers: Response[];

beforeEach(() => {
  sent.length = 0;
  vi.spyOn(appClock, 'now').mockReturnValue(new Date('2026-11-23T10:00:00+08:00'));
  vi.stubGlobal(
    'fetch',
    vi.fn().mockImplementation(async (url: string, init?: RequestInit) => {
      const path = new URL(url, 'http://localhost').pathname.replace(/^\/api/, '');
      if (path === '/payments/config')
        return Response.json({ publishableKey: null, refundsTo: ['card'], gstPercent: 9 });
      sent.push({ path, body: JSON.parse(String(init?.body ?? 'null')) });
      if (path === '/customers/updateCreditCard') return answers.shift();
      return Response.json({ token: 'tok_1' });
    }),
  );
});
afterEach(() => {
  cleanup();
  session.signOut();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function open(card: object = {}) {
  session.signIn('customer', { jwt: 'signed-in', id: 'rachel', ...card });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Component />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

async function typeCard() {
  fireEvent.change(await screen.findByLabelText('Card number'), { target: { value: '4242424242424242' } });
  fireEvent.change(screen.getByLabelText('Expiry'), { target: { value: '12/34' } });
  fireEvent.change(screen.getByLabelText('Security code'), { target: { value: '123' } });
  await press('Save card');
}

const updates = () => sent.filter(({ path }) => path === '/customers/updateCreditCard');

test('a customer without a card adds one, and the session is updated', async () => {
  answers = [Response.json(kept)];
  open();
  expect(screen.getByText('No card saved')).toBeTruthy();
  await press('Add a card');
  await typeCard();
  expect((await screen.findByRole('status')).textContent).toBe(
    'Saved. From now on we charge the card ending 4242.',
  );
  expect(screen.getByText('Expires 12/34')).toBeTruthy();
  expect(session.getState().creditCardLast4).toBe('4242');
  expect(updates()).toEqual([{ path: '/customers/updateCreditCard', body: { stripeToken: 'tok_1' } }]);
});

test.each([
  [12, 2026, /expires next month/],
  [11, 2026, /expires at the end of the month/],
  [10, 2026, /has expired/],
])('a card of %i/%i shows its expiry warning', (creditCardExpiryMonth, creditCardExpiryYear, words) => {
  open({ creditCardLast4: '1881', creditCardExpiryMonth, creditCardExpiryYear });
  expect(screen.getByText(words)).toBeTruthy();
});

test('a declined card leaves the stored one and shows the bank’s reason', async () => {
  answers = [Response.json(declined, { status: 402 })];
  open({ creditCardLast4: '1881', creditCardExpiryMonth: 3, creditCardExpiryYear: 2030 });
  await press('Replace card');
  await typeCard();
  expect((await screen.findByRole('alert')).textContent).toBe(declined.detail);
  expect(session.getState().creditCardLast4).toBe('1881');
});

test('the same card is submitted again after the bank’s challenge', async () => {
  answers = [Response.json(asking), Response.json(kept)];
  open();
  await press('Add a card');
  await typeCard();
  expect(await screen.findByText(/Are you saving this card/)).toBeTruthy();
  await press('Yes, it is me');
  expect((await screen.findByRole('status')).textContent).toMatch(/^Saved/);
  expect(updates().map(({ body }) => body)).toEqual([{ stripeToken: 'tok_1' }, { stripeToken: 'tok_1' }]);
});

test('a card whose challenge failed is not saved', async () => {
  answers = [Response.json(asking)];
  open();
  await press('Add a card');
  await typeCard();
  await screen.findByText(/Are you saving this card/);
  await press('No, stop');
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /did not confirm this card, so we did not save it/,
  );
  expect(session.getState().creditCardLast4).toBeNull();
});
