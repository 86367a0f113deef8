// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { session } from '#platform/web/session/session.ts';
import { JobReceipts, ReceiptButton } from './receipt-button.tsx';

const payment = {
  id: '01900000-0000-7000-8000-000000000001',
  receiptNo: 1234,
  type: 'job',
  total: 9000,
  method: 'card',
} as const;
const asked: { readonly url: string; readonly authorization: string | null }[] = [];
const saved: { readonly name: string; readonly href: string }[] = [];
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  answer = () =>
    new Response('%PDF', {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="receipt-1234.pdf"',
      },
    });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, authorization: new Headers(init.headers).get('authorization') });
    return answer();
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:receipt');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, href: this.href });
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  asked.length = 0;
  saved.length = 0;
});

const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

test('downloads the receipt with the session header and saves it under its file name', async () => {
  vi.spyOn(session, 'getState').mockReturnValue({ ...session.getState(), jwt: 'signed-in' });
  render(<ReceiptButton of={payment} />);
  await press('Receipt 1234 (PDF)');
  expect(asked).toEqual([
    { url: `/api/transactions/${payment.id}/receipt`, authorization: 'Bearer signed-in' },
  ]);
  expect(saved).toEqual([{ name: 'receipt-1234.pdf', href: 'blob:receipt' }]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('ignores a second click during the download', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const file = answer();
  answer = () => promise;
  render(<ReceiptButton of={payment} />);
  await press('Receipt 1234 (PDF)');
  expect(screen.getByRole('status').textContent).toBe('Getting the PDF');
  await act(async () => fireEvent.click(screen.getByRole('button')));
  await act(async () => resolve(await file));
  expect([asked.length, saved.length]).toEqual([1, 1]);
});

test('shows an error after a failure and can be retried', async () => {
  const file = answer;
  answer = () => Response.json({ code: 'internal' }, { status: 500 });
  render(<ReceiptButton of={payment} />);
  await press('Receipt 1234 (PDF)');
  expect(screen.getByRole('alert').textContent).toBe('We could not get the PDF. Try again in a moment.');
  answer = file;
  await press('Receipt 1234 (PDF)');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(saved).toHaveLength(1);
});

test('shows an error when offline', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  render(<ReceiptButton of={payment} />);
  await press('Receipt 1234 (PDF)');
  expect(screen.getByRole('alert').textContent).toBe(
    'We could not connect. Check your connection, then try again.',
  );
});

test('a visit offers the receipt of its payment and the credit notes of its refunds', async () => {
  const refund = { ...payment, id: '01900000-0000-7000-8000-000000000002', receiptNo: 1240 };
  answer = () =>
    Response.json({
      items: [payment, { ...refund, type: 'refund', total: -4500 }],
      next: null,
      from: 0,
      size: 100,
    });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <JobReceipts jobID="job" />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('button', { name: 'Receipt 1234 (PDF)' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Credit note 1240 (PDF)' })).toBeTruthy();
  expect(asked[0]?.url).toContain('jobID=job');
});
