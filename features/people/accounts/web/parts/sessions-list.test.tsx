// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { language } from '#platform/web/i18n/language.ts';
import { session } from '#platform/web/session/session.ts';
import { SessionsList } from './sessions-list.tsx';

const HERE = {
  id: 'here',
  browser: 'Chrome',
  system: 'Windows',
  createdAt: '2026-11-23T09:00:00+08:00',
  lastSeenAt: '2026-11-23T10:00:00+08:00',
  current: true,
};
const PHONE = { ...HERE, id: 'phone', browser: 'Safari', system: 'iPhone', current: false };
const SCRIPT = { ...HERE, id: 'script', browser: null, system: null, current: false };

let live = [HERE, PHONE, SCRIPT];
let ended: string[] = [];
let answer: 'well' | 'busy' = 'well';

beforeEach(() => {
  live = [HERE, PHONE, SCRIPT];
  ended = [];
  answer = 'well';
  session.signIn('customer', { jwt: 'signed-in', id: 'rachel' });
  vi.stubGlobal(
    'fetch',
    vi.fn().mockImplementation(async (url: string) => {
      const { pathname } = new URL(url, 'http://localhost');
      if (pathname === '/api/sessions')
        return Response.json({ items: live, next: null, total: live.length, from: 0, size: live.length });
      if (answer === 'busy') return Response.json({ code: 'forbidden', status: 403 }, { status: 403 });
      ended.push(pathname);
      live = live.filter(({ id }) => !pathname.includes(`/${id}/`));
      return Response.json({ done: true });
    }),
  );
});
afterEach(() => {
  cleanup();
  session.signOut();
  language.set('en');
  vi.unstubAllGlobals();
});

function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SessionsList />
    </QueryClientProvider>,
  );
}

const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

test('lists each device in plain words, without a sign-out button for this one', async () => {
  open();
  expect(await screen.findByText('Chrome on Windows')).toBeTruthy();
  expect(screen.getByText('This device')).toBeTruthy();
  expect(screen.getByText('Unknown device')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sign out Chrome on Windows' })).toBeNull();
});

test('removes a signed-out device from the list and announces it', async () => {
  open();
  await screen.findByText('Safari on iPhone');
  await press('Sign out Safari on iPhone');
  expect(await screen.findByText('Safari on iPhone is signed out.')).toBeTruthy();
  expect(ended).toEqual(['/api/sessions/phone/end']);
  expect(screen.queryByText('Safari on iPhone')).toBeNull();
  expect(session.getState().isSignedIn).toBe(true);
});

test('shows an error beside a device that could not be signed out', async () => {
  answer = 'busy';
  open();
  await screen.findByText('Safari on iPhone');
  await press('Sign out Safari on iPhone');
  expect(await screen.findByText(/Nothing was changed/)).toBeTruthy();
  expect(screen.getByText('Safari on iPhone')).toBeTruthy();
});

test('signing out everywhere ends this session too', async () => {
  open();
  await screen.findByText('Safari on iPhone');
  await press('Sign out everywhere');
  expect(session.getState().isSignedIn).toBe(false);
});

test('is translated to Chinese', async () => {
  language.set('zh');
  open();
  expect(await screen.findByText('iPhone 上的 Safari')).toBeTruthy();
  expect(screen.getByRole('button', { name: '登出所有设备' })).toBeTruthy();
});
