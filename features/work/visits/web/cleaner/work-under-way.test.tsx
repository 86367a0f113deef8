// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { ToastProvider } from '#platform/web/design/parts/toast.tsx';
import { session } from '#platform/web/session/session.ts';
import { unsent } from './unsent.ts';
import { UnsentSender } from './unsent-sender.tsx';
import { WorkUnderWay } from './work-under-way.tsx';

const line = (id: string, category: string, done: boolean) => ({
  id,
  category,
  english: id,
  chinese: '',
  done,
  doneBy: null,
});
const job = {
  id: 'toa-payoh',
  startTime: '2026-12-01T09:00:00+08:00',
  endTime: '2026-12-01T13:00:00+08:00',
  checklist: [
    line('Bed', 'Bedroom', true),
    line('Hob', 'Kitchen', false),
    line('Sink', 'Kitchen', false),
    line('Mop', 'Floors', false),
  ],
  cleaners: [],
  comment: '',
  specialRequests: '',
  contactDetails: '',
  recleanOf: null,
} as unknown as Job;

afterEach(() => {
  cleanup();
  session.signOut();
  localStorage.clear();
  unsent.refresh();
  vi.unstubAllGlobals();
});

/** Without signal: ticks stay on the phone. */
function open() {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  session.signIn('cleaner', { jwt: 'token', id: 'mei', fullname: 'Mei Ling Lim' });
  const page = (
    <ToastProvider texts={{ undo: 'Undo', close: 'Close', region: 'Messages' }}>
      <UnsentSender>
        <WorkUnderWay job={job} title="Blk 145" record={undefined} />
      </UnsentSender>
    </ToastProvider>
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />
    </QueryClientProvider>,
  );
}

const box = (name: string) => screen.queryByRole('checkbox', { name: new RegExp(`^${name}`) });
const tick = (name: string) => act(async () => void fireEvent.click(box(name) as HTMLElement));

test('a finished room is folded, but not under the thumb that has just finished it', async () => {
  open();
  expect(box('Bed')).toBeNull();
  await tick('Hob');
  await tick('Sink');
  // A second tap would meet the same line, and the tick can be taken back.
  expect(box('Sink')).not.toBeNull();
  await tick('Mop');
  expect(box('Sink')).toBeNull();
  expect(box('Mop')).not.toBeNull();

  const kitchen = screen.getByRole('button', { name: 'Show 显示 Kitchen' });
  expect(kitchen.getAttribute('aria-expanded')).toBe('false');
  await act(async () => void fireEvent.click(kitchen));
  expect((box('Sink') as HTMLInputElement).checked).toBe(true);
  await tick('Sink');
  expect(screen.queryByRole('button', { name: /Kitchen$/ })).toBeNull();
  expect(box('Hob')).not.toBeNull();
});
