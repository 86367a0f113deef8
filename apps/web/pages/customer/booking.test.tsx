// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULTS } from '#features/catalogue/settings/rules/settings.ts';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { language } from '#platform/web/i18n/language.ts';
import { Component } from './booking.tsx';

const NOW = new Date('2026-11-23T10:00:00+08:00');
const job = {
  id: '01900000-0000-7000-8000-000000000001',
  seriesID: null,
  jobType: 'one-time',
  package: { id: 'pack', label: 'One-time clean', suppliesToBePrepared: '', suppliesToBePreparedZh: '' },
  numCleaners: 1,
  cleaners: [
    { id: 'siew-hua', firstname: 'Siew Hua', fullname: 'Lim Siew Hua', startedAt: null, finishedAt: null },
  ],
  startTime: '2026-11-28T09:00:00+08:00',
  endTime: '2026-11-28T13:00:00+08:00',
  createdAt: '2026-11-20T09:00:00+08:00',
  paidAt: '2026-11-20T09:05:00+08:00',
  holdExpiresAt: null,
  startedAt: null,
  finishedAt: null,
  reviewedAt: null,
  reviewStarts: null,
  review: null,
  hours: 4,
  breakHours: 0,
  status: 'paid',
  stage: 'upcoming',
  paid: true,
  requireCleaningSupplies: true,
  specialRequests: '',
  contactDetails: '',
  hasChangedDate: false,
  checklistDone: 0,
  checklistTotal: 0,
  job_address_addressLine1: 'Blk 145 Lor 2 Toa Payoh',
  job_address_addressLine2: '#08-112',
  job_address_addressLine3: '',
  job_address_postal: '310145',
  price: {
    lines: [
      { code: 'labour', label: 'Cleaning', quantity: 4, unit: 'hour', unitPrice: 3000, amount: 12_000 },
      { code: 'supplies', label: 'Supplies and equipment', amount: 1500 },
    ],
    subtotal: 13_500,
    discount: 0,
    total: 13_500,
    gst: 1115,
    gstRate: 9,
    currency: 'SGD',
  },
  policy: { freeHours: 24, lateFeePercent: 50, companyRefundPercent: 100 },
  amountToPay: 13_500,
};

const sent: { readonly path: string; readonly body: unknown }[] = [];
let shown: object = job;
let status = 200;
/** Why it can no longer be cancelled. */
let refused: { readonly status: number; readonly code: string; readonly detail: string } | null = null;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.endsWith('/business')) return Response.json(DEFAULTS);
    if (url.includes('/cancellation-preview') && refused !== null)
      return Response.json(refused, { status: refused.status });
    if (url.endsWith('/messages')) return Response.json({ items: [], isWaiting: false });
    if (init?.method === 'POST') sent.push({ path: url, body: JSON.parse(String(init.body)) });
    return new Response(JSON.stringify(shown), {
      status,
      headers: { 'content-type': status === 200 ? 'application/json' : 'application/problem+json' },
    });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  sent.length = 0;
  shown = job;
  status = 200;
  refused = null;
  act(() => language.set('en'));
});

function open() {
  const router = createMemoryRouter([{ path: '/dashboard/bookings/:bookingID', Component }], {
    initialEntries: [`/dashboard/bookings/${job.id}`],
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

test('a booking shows its time, its price including GST, and until when changes are free', async () => {
  open();
  expect((await screen.findByRole('heading', { level: 1, name: 'Sat 28 Nov, 9:00 am' })).tagName).toBe('H1');
  expect(screen.getByText('S$135.00')).toBeTruthy();
  expect(screen.getByText('Includes S$11.15 GST')).toBeTruthy();
  expect(
    screen.getByText(
      'Free to move or cancel until Fri 27 Nov, 9:00 am. Cancelling after that costs half, S$67.50.',
    ),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send review' })).toBeNull();
});

test('a cancelled visit says neither that it is paid nor what to prepare', async () => {
  shown = {
    ...job,
    requireCleaningSupplies: false,
    package: { ...job.package, suppliesToBePrepared: 'Mop' },
  };
  open();
  expect(await screen.findByText(/Please have ready: Mop/)).toBeTruthy();
  expect(screen.getByText(/S\$135\.00 paid/)).toBeTruthy();
  cleanup();
  shown = { ...shown, status: 'cancelled', cancelledAt: '2026-11-21T09:00:00+08:00' };
  open();
  expect(await screen.findByText(/^This booking was cancelled on /)).toBeTruthy();
  expect(screen.queryByText(/Please have ready/)).toBeNull();
  expect(screen.queryByText(/paid/i)).toBeNull();
});

test('a visit that was moved once can be cancelled free of charge, but is not offered another move', async () => {
  shown = { ...job, hasChangedDate: true };
  open();
  expect(
    await screen.findByText(
      'Free to cancel until Fri 27 Nov, 9:00 am; moved once already. Cancelling after that costs half, S$67.50. To move it again, write to us below.',
    ),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Move' })).toBeNull();
});

test('inside the free hours it says why it cannot be moved', async () => {
  shown = { ...job, startTime: '2026-11-24T08:00:00+08:00', endTime: '2026-11-24T12:00:00+08:00' };
  open();
  expect(
    await screen.findByText(
      'Too late to move this visit yourself. Write to us below. Cancelling less than 24 hours before costs half, S$67.50.',
    ),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Move' })).toBeNull();
});

test('once it is over it asks for a review, and requires a star', async () => {
  shown = { ...job, stage: 'done' };
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Send review' }));
  expect(await screen.findByText('Give one to five stars.')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('a review is sent with its stars, and thanks the customer', async () => {
  shown = { ...job, stage: 'done' };
  open();
  fireEvent.click(await screen.findByRole('radio', { name: '4 stars' }));
  fireEvent.click(screen.getByRole('button', { name: 'Send review' }));
  expect(await screen.findByText('Thank you. We read every review.')).toBeTruthy();
  expect(sent[0]?.path).toContain(`/jobs/${job.id}/addreview`);
  expect(sent[0]?.body).toEqual({ reviewStarts: 4, review: '' });
});

test("a missing booking, or someone else's, links back to your own", async () => {
  status = 404;
  shown = { status: 404, code: 'not_found', title: 'Not found', detail: 'Not found.' };
  open();
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('We could not find this booking'),
  );
  expect(screen.getByRole('link', { name: 'See my bookings' }).getAttribute('href')).toBe(
    '/dashboard/bookings',
  );
});

test.each([
  ['en', 'Cancel this clean', 'It has started. Contact us and we will help.'],
  ['zh', '取消这次清洁', '这次清洁已不能取消：它已经开始、结束或过期了。请联系我们，我们会帮您。'],
] as const)(
  'why it cannot be cancelled is said in the language of the page: %s',
  async (lang, press, said) => {
    language.set(lang);
    refused = {
      status: 409,
      code: 'not_cancellable',
      detail: 'It has started. Contact us and we will help.',
    };
    open();
    fireEvent.click(await screen.findByRole('button', { name: press }));
    expect(await screen.findByText(said)).toBeTruthy();
  },
);
