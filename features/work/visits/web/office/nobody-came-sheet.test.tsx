// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { ToastProvider } from '#platform/web/design/parts/toast.tsx';
import { NobodyCameSheet } from './nobody-came-sheet.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('what was paid can be read again after an error, and is then refunded', async () => {
  const answers = [
    Response.json({ code: 'not_found', detail: 'We could not find this visit.' }, { status: 404 }),
    Response.json({ fee: 0, refund: 8100, creditsReturned: 2 }),
  ];
  vi.stubGlobal('fetch', async () => answers.shift());
  const job = { id: 'visit', customer: { fullname: 'Mei Tan' } } as Job;
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <QueryClientProvider client={createQueryClient()}>
          <ToastProvider texts={{ undo: 'Undo', close: 'Close', region: 'Messages' }}>
            <NobodyCameSheet job={job} onClose={() => undefined} />
          </ToastProvider>
        </QueryClientProvider>
      </MemoryRouter>
    </MantineProvider>,
  );
  expect(await screen.findByText(/We could not find this visit\./)).not.toBeNull();
  expect(screen.queryByRole('button', { name: /refund/i })).toBeNull();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
  expect(await screen.findByRole('button', { name: 'Refund S$81.00 and 2 hours' })).not.toBeNull();
});
