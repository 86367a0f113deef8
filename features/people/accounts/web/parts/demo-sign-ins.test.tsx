// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { language } from '#platform/web/i18n/language.ts';
import { session } from '#platform/web/session/session.ts';
import { DemoSignIns } from './demo-sign-ins.tsx';

let asked: unknown[] = [];
let answer: () => Response;

beforeEach(() => {
  asked = [];
  answer = () => Response.json({ jwt: 'token', id: 'siew-hua', fullname: 'Lim Siew Hua', type: 'cleaner' });
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    asked.push(path, body && JSON.parse(String(body)));
    return answer();
  });
});
afterEach(() => {
  cleanup();
  act(() => session.signOut());
  language.set('en');
  delete document.body.dataset.publicDemo;
  vi.unstubAllGlobals();
});

function open() {
  const router = createMemoryRouter(
    [
      { path: '/signin', Component: DemoSignIns },
      { path: '*', element: <h1>Arrived</h1> },
    ],
    { initialEntries: ['/signin'] },
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return () => router.state.location.pathname;
}

const press = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await act(async () => void fireEvent.click(button));
};

test('is not there unless the demo is public', () => {
  open();
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('signs in as the person of the button, and says when the demo starts afresh', async () => {
  document.body.dataset.publicDemo = '15:00';
  const address = open();
  expect(await screen.findByText(/starts afresh at 15:00/)).toBeTruthy();
  expect(screen.getAllByRole('button')).toHaveLength(3);
  await press('Try it as a cleaner');
  expect(asked.slice(0, 2)).toEqual(['/api/sandbox/sign-in', { as: 'cleaner' }]);
  expect(session.getState().type).toBe('cleaner');
  expect(address()).toContain('/cleaner');
});

test('in Chinese, and with a sentence if it is refused', async () => {
  document.body.dataset.publicDemo = '15:00';
  language.set('zh');
  open();
  answer = () => Response.json({ status: 429, code: 'throttled', retryAfter: 60 }, { status: 429 });
  await press('以办公室身份试用');
  await expect.poll(() => screen.getByRole('alert').textContent).not.toBe('');
  expect(session.getState().jwt).toBeFalsy();
});
