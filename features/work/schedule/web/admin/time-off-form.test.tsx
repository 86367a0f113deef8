// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { ToastProvider } from '#platform/web/design/parts/toast.tsx';
import { TimeOffForm } from './time-off-form.tsx';

const SITI = { id: 'siti', firstname: 'Siti', fullname: 'Siti Rahmah' };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The form for Siti; each request waits until the test answers it. */
function open() {
  const requests: { method: string; answer: (response: Response) => Promise<void> }[] = [];
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    return new Promise((resolve) => {
      const answer = (response: Response) => act(async () => resolve(response));
      requests.push({ method: init.method ?? '', answer });
    });
  });
  render(
    <MantineProvider>
      <QueryClientProvider client={createQueryClient()}>
        <ToastProvider texts={{ undo: 'Undo', close: 'Close', region: 'Messages' }}>
          <TimeOffForm cleaners={[SITI]} />
        </ToastProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return requests;
}

const click = (name: RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const set = async () => {
  for (const label of ['First day', 'Last day']) {
    const field = screen.getByLabelText(label);
    await act(async () => fireEvent.change(field, { target: { value: '24/12/2026' } }));
    await act(async () => fireEvent.blur(field));
  }
  await click(/^Set time off$/);
};
const refused = () => Response.json({ code: 'breaks_jobs', detail: 'A job.', jobs: [] }, { status: 409 });
const done = () => Response.json({ id: 'off' }, { status: 201 });

test('time off over booked jobs is set once, even if the button is pressed repeatedly', async () => {
  const requests = open();
  await set();
  await requests[0]?.answer(refused());
  const anyway = screen.getByRole('button', { name: /anyway$/ });
  await act(async () => {
    fireEvent.click(anyway);
    fireEvent.click(anyway);
  });
  expect(requests).toHaveLength(2);
  await requests[1]?.answer(done());
  expect(screen.queryByRole('button', { name: /anyway$/ })).toBeNull();
});

test('a failed undo shows an error', async () => {
  const requests = open();
  await set();
  await requests[0]?.answer(done());
  await click(/^Undo/);
  await requests.at(-1)?.answer(Response.json({ code: 'late', detail: 'It is too late.' }, { status: 409 }));
  expect(screen.getByRole('alert').textContent).toContain('undo Siti Rahmah’s time off. It is too late.');
});
