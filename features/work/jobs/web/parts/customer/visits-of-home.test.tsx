// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { AddressReply } from '#features/people/customers/address-shapes.ts';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { ToastProvider } from '#platform/web/design/parts/toast.tsx';
import { VisitsOfHome } from './visits-of-home.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const HOME = {
  id: 'home',
  customerID: 'rachel',
  postal: '310145',
  type: '',
  country: 'Singapore',
  addressLine1: 'Blk 145 Lor 2 Toa Payoh',
  addressLine2: '#09-114',
  addressLine3: '',
  latitude: null,
  longitude: null,
  hasPets: false,
  areaID: null,
  languagePreference: '',
  genderPreference: '',
} as unknown as AddressReply;

/** A visit with the old address of the home. */
function visit(id: string, addressLine2: string) {
  const home = { ...HOME, addressLine2 };
  const booked = Object.entries(home).map(([name, value]) => [`job_address_${name}`, value]);
  const startTime = '2999-12-03T09:00:00+08:00';
  return { id, stage: 'upcoming', startTime, ...Object.fromEntries(booked) };
}

function open(answer: (url: string) => Response) {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'POST') sent.push(String(url));
    return answer(String(url));
  });
  const onClose = vi.fn();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <ToastProvider texts={{ undo: 'Undo', close: 'Close', region: 'Messages' }}>
          <VisitsOfHome home={HOME} onClose={onClose} />
        </ToastProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { sent, onClose };
}

const page = (items: readonly object[]) =>
  Response.json({ items, next: null, total: items.length, from: 0, size: 200 });
const refusal = (code: string, detail: string) =>
  Response.json({ code, title: '', detail, status: 409 }, { status: 409 });
const press = (name: RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

test('lists only the visits with the old address', async () => {
  open(() => page([visit('old', '#08-112'), visit('new', '#09-114')]));
  await screen.findByRole('checkbox');
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
});

test('a visit that cannot be changed stays in the list with the reason, and the others are changed', async () => {
  const { sent, onClose } = open((url) => {
    if (url.includes('/late/')) return refusal('change_too_late', 'Too late to change this visit.');
    if (url.includes('/update')) return Response.json({});
    return page([visit('early', '#08-112'), visit('late', '#08-112')]);
  });
  await screen.findAllByRole('checkbox');
  await press(/^Change 2 visits/);
  await screen.findByText('Too late to change this visit.');
  expect(sent.map((url) => url.split('/').at(-2))).toEqual(['early', 'late']);
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  expect(onClose).not.toHaveBeenCalled();
});

test('a failed load is shown with a retry button', async () => {
  let isDown = true;
  open(() => (isDown ? refusal('unavailable', 'Try again.') : page([visit('old', '#08-112')])));
  await screen.findByText(/^Your home is saved\. We could not look for visits/);
  isDown = false;
  await press(/^Try again/);
  await screen.findByRole('checkbox');
});
