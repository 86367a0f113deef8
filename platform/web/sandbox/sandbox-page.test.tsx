// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../api/queries.ts';
import { codeIn } from './inbox.tsx';
import { Component } from './sandbox-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const message = {
  id: 'm1',
  channel: 'sms',
  to: '6591234567',
  body: '012378 is your Kemas code.',
  sentAt: '2026-11-21T16:42:42+08:00',
};
const asked: string[] = [];

function open(answers: (url: string, init?: RequestInit) => unknown) {
  asked.length = 0;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    asked.push(`${init?.method ?? 'GET'} ${url} ${init?.body ?? ''}`.trim());
    const body = answers(url, init);
    const [status, kind] = body === null ? [404, 'application/problem+json'] : [200, 'application/json'];
    return new Response(JSON.stringify(body ?? { code: 'not_found', status: 404, title: '', detail: '' }), {
      status,
      headers: { 'content-type': kind },
    });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Component />
    </QueryClientProvider>,
  );
}

const sandbox = (url: string) =>
  url.includes('/clock')
    ? { now: '2026-11-23T09:00:00+08:00', ahead: 90_000 }
    : { items: url.includes('to=') ? [] : [message] };

test('shows the messages, and the code to copy', async () => {
  open(sandbox);
  expect(await screen.findByRole('button', { name: 'Copy 012378' })).toBeTruthy();
  expect(screen.getByText('6591234567')).toBeTruthy();
});

test("shows the app's time and how far it is ahead", async () => {
  open(sandbox);
  expect(await screen.findByText('9:00 am')).toBeTruthy();
  expect(screen.getByText('1 day 1 hour ahead of the real time')).toBeTruthy();
});

test('moves the clock forward', async () => {
  open(sandbox);
  fireEvent.click(await screen.findByRole('button', { name: 'Forward 15 minutes' }));
  await waitFor(() =>
    expect(asked.some((line) => line.startsWith('POST') && line.endsWith('{"advance":900}'))).toBe(true),
  );
});

test('filters the messages by person', async () => {
  open(sandbox);
  fireEvent.change(await screen.findByLabelText('For one person'), { target: { value: '9876 5432' } });
  expect(await screen.findByText('Nothing for 9876 5432')).toBeTruthy();
});

test('shows an error where there is no sandbox', async () => {
  open(() => null);
  expect(await screen.findByText(/not a sandbox/)).toBeTruthy();
});

test('finds the code of an SMS and of a gift’s e-mail, and nothing else', () => {
  expect(codeIn('012378 is your Kemas code.')).toBe('012378');
  expect(codeIn('Hello,\nCode: ABCD-EFGH-2345\nEnjoy.')).toBe('ABCD-EFGH-2345');
  expect(codeIn('Your visit is on 24 Nov at 9:00 am.')).toBeNull();
});
