// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { ToastProvider } from '#platform/web/design/parts/toast.tsx';
import { session } from '#platform/web/session/session.ts';
import { Component } from './new-page.tsx';

beforeEach(() => {
  session.signIn('admin', { jwt: 'token', id: 'siti', officeRole: 'office' });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open() {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return Response.json({ id: '1', label: 'x', trash: 0 }, { status: 201 });
  });
  const router = createMemoryRouter([
    { path: '/', Component },
    { path: '*', element: null },
  ]);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider texts={{ undo: 'Undo', close: 'Close', region: 'Messages' }}>
        <RouterProvider router={router} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  return sent;
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const choose = (kind: string) => fireEvent.click(screen.getByRole('radio', { name: kind }));
const add = () =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name: /^Add/ }));
  });

function visit() {
  type('Label', 'Weekly');
  type('Home', 'HDB 3-room');
  type('Cleaners', '2');
  type('Hours each', '3.5');
  type('Price per hour', '27');
}

test('a visit is sent without the fields of credit packages, with money in cents', async () => {
  const sent = open();
  visit();
  expect(screen.getByText('7 hours × S$27')).toBeTruthy();
  await add();
  expect(sent).toEqual([
    {
      label: 'Weekly',
      type: 'regular',
      description: '',
      descriptionZh: '',
      category: 'HDB 3-room',
      pricingType: 'hourly',
      pricePerHour: 2700,
      numCleaners: 2,
      hoursPerCleaner: 3.5,
      breakHours: 0,
      startTime: '',
      suppliesIncluded: false,
      suppliesToBePrepared: '',
      suppliesToBePreparedZh: '',
      takesHours: 'yes',
    },
  ]);
});

test('a credit package is sent without the fields of a visit, even after some were entered', async () => {
  const sent = open();
  visit();
  choose('Credit hours');
  expect(field('Label').value).toBe('Weekly');
  expect(screen.queryByLabelText('Cleaners')).toBeNull();
  type('Hours', '24');
  fireEvent.change(field('Price per hour'), { target: { value: '2500' } });
  await add();
  expect(sent).toEqual([
    {
      label: 'Weekly',
      type: 'regular',
      description: '',
      descriptionZh: '',
      category: 'credit',
      pricingType: 'hourly',
      pricePerHour: 2500,
      credits: 24,
    },
  ]);
});

test('entered visit fields are kept while the kind is switched to hours', async () => {
  const sent = open();
  visit();
  choose('Credit hours');
  type('Hours', '24');
  choose('Visit');
  expect(field('Hours each').value).toBe('3.5');
  expect(field('Price per hour').value).toBe('27.00');
  choose('Credit hours');
  expect(field('Hours').value).toBe('24');
  choose('Visit');
  await add();
  expect(sent).toMatchObject([{ category: 'HDB 3-room', numCleaners: 2, pricePerHour: 2700 }]);
  expect(sent[0]).not.toHaveProperty('credits');
});

test('choosing a kind does not count as an unsaved change', () => {
  open();
  choose('Credit hours');
  expect(screen.queryByText(/not saved/)).toBeNull();
  type('Hours', '12');
  expect(screen.getByText('1 change not saved')).toBeTruthy();
});

test('a fixed price starts with the computed price', () => {
  open();
  visit();
  fireEvent.change(field('Pricing'), { target: { value: 'fixed' } });
  expect(field('Fixed price').value).toBe('189.00');
  type('Fixed price', '180');
  expect(screen.getByText('S$180.00')).toBeTruthy();
});

test('the category of credit packages is not offered as a home size', () => {
  open();
  type('Home', 'credit');
  expect(screen.getByText(/is reserved for credit hours/)).toBeTruthy();
});
