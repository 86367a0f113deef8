// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { ToastProvider } from '#platform/web/design/parts/toast.tsx';
import { session } from '#platform/web/session/session.ts';
import { NoteField } from './note-field.tsx';
import { unsent, useUnsent } from './unsent.ts';
import { UnsentSender } from './unsent-sender.tsx';
import { withUnsent } from './with-unsent.ts';

const job = { id: 'toa-payoh', comment: '', cleaners: [] } as unknown as Job;
let sent: string[] = [];

beforeEach(() => {
  sent = [];
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  session.signOut();
  localStorage.clear();
  unsent.refresh();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function Page() {
  const { items } = useUnsent();
  return <NoteField job={withUnsent(job, items, 'mei')} />;
}

/** The job's page on a phone, online or offline. */
function open({ signal }: { signal: boolean }) {
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => {
    if (!signal) throw new TypeError('no network');
    sent.push(JSON.parse(body).comment);
    return Response.json({ id: job.id, checklist: [], comment: JSON.parse(body).comment });
  });
  session.signIn('cleaner', { jwt: 'token', id: 'mei', fullname: 'Mei Ling Lim' });
  const page = (
    <ToastProvider texts={{ undo: 'Undo', close: 'Close', region: 'Messages' }}>
      <UnsentSender>
        <Page />
      </UnsentSender>
    </ToastProvider>
  );
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />
    </QueryClientProvider>,
  );
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>(/A note about this visit/);
const type = (value: string) => act(async () => fireEvent.change(field(), { target: { value } }));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const stored = () => localStorage.getItem('unsent-mei');

test('a note is sent after a pause in typing, and the field keeps what was typed', async () => {
  open({ signal: true });
  await type('The tap drips ');
  expect(sent).toEqual([]);
  await pass(1000);
  expect(sent).toEqual(['The tap drips']);
  expect(field().value).toBe('The tap drips ');
});

test('it is sent at once when the field loses focus, as on pressing Finish', async () => {
  open({ signal: true });
  await type('The tap drips');
  await act(async () => fireEvent.blur(field()));
  await pass(0);
  expect(sent).toEqual(['The tap drips']);
});

test('it is sent on leaving the page', async () => {
  const { unmount } = open({ signal: true });
  await type('The tap drips');
  unmount();
  await pass(0);
  expect(sent).toEqual(['The tap drips']);
});

test('offline, every keystroke survives closing the page', async () => {
  const { unmount } = open({ signal: false });
  await type('The tap drips');
  expect(stored()).toContain('The tap drips');
  unmount();
  open({ signal: false });
  expect(field().value).toBe('The tap drips');
});

test('a deleted note is sent as empty', async () => {
  open({ signal: true });
  await type('The tap');
  await type('');
  await act(async () => fireEvent.blur(field()));
  await pass(0);
  expect(sent).toEqual(['']);
});
