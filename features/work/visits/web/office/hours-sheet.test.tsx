// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { ToastProvider } from '#platform/web/design/parts/toast.tsx';
import { HoursSheet } from './hours-sheet.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const at = (time: string) => ({
  at: `2026-11-26T${time}:00+08:00`,
  receivedAt: `2026-11-26T${time}:00+08:00`,
});
const recordWith = (version: string, finish: string, by: string | null) => ({
  id: 'visit',
  officePhone: '',
  photos: [],
  crew: [
    {
      id: 'aminah',
      firstname: 'Aminah',
      onTheWayAt: null,
      start: at('09:00'),
      finish: at(finish),
      correction: by && { by, at: '2026-11-27T09:00:00+08:00', reason: 'She called us' },
      version,
    },
  ],
});

/** A colleague corrects the hours while the sheet is open. */
async function saveAfterColleague() {
  const sent: { version?: string; finishedAt?: string }[] = [];
  vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
    if (init?.method !== 'POST')
      return Response.json(
        sent.length === 0 ? recordWith('1', '20:00', null) : recordWith('2', '12:30', 'Joanne'),
      );
    sent.push(JSON.parse(String(init.body)));
    if (sent.length > 1) return Response.json(recordWith('3', '12:15', 'Wei'));
    return Response.json(
      { code: 'hours_changed', detail: 'Someone else has changed these hours.' },
      { status: 409 },
    );
  });
  const job = { id: 'visit', startTime: at('09:00').at, endTime: at('12:00').at } as Job;
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <QueryClientProvider client={createQueryClient()}>
          <ToastProvider texts={{ undo: 'Undo', close: 'Close', region: 'Messages' }}>
            <HoursSheet job={job} cleanerID="aminah" onClose={() => undefined} />
          </ToastProvider>
        </QueryClientProvider>
      </MemoryRouter>
    </MantineProvider>,
  );
  fireEvent.change(await screen.findByLabelText('Finished'), { target: { value: '2026-11-26T12:15' } });
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'Forgot to clock out' } });
  await save();
  expect(await screen.findByText(/Someone else has changed these hours.*9:00 am to 12:30 pm/)).not.toBeNull();
  expect(screen.getByText(/Corrected before by Joanne.*She called us/)).not.toBeNull();
  return sent;
}

const save = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Save hours' })));
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const finished = () => (screen.getByLabelText('Finished') as HTMLInputElement).value;

test('the second of two people sees what the first has entered, and may keep their own', async () => {
  const sent = await saveAfterColleague();
  await press('Keep mine');
  expect(finished()).toBe('2026-11-26T12:15');
  await save();
  expect(sent.map(({ version, finishedAt }) => [version, finishedAt])).toEqual([
    ['1', '2026-11-26 12:15'],
    ['2', '2026-11-26 12:15'],
  ]);
});

test('or take those of the first', async () => {
  await saveAfterColleague();
  await press('Take theirs');
  expect(finished()).toBe('2026-11-26T12:30');
  expect(screen.queryByText(/Someone else has changed/)).toBeNull();
});
