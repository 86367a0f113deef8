// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { ToastProvider } from '#platform/web/design/parts/toast.tsx';
import { TakePaymentSheet } from './take-payment-sheet.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens the sheet of a job of S$120, of a customer with a card or without; returns what is sent, and whether it closed. */
async function open(answer: () => Response, creditCardLast4: string | null = '4242') {
  const sent: unknown[] = [];
  const onClose = vi.fn();
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    if (init.method === 'GET') return Response.json({ creditCardLast4 });
    if (init.body) sent.push(JSON.parse(String(init.body)));
    return answer();
  });
  const job = {
    id: 'job',
    customerID: 'rachel',
    seriesID: null,
    status: 'pending',
    amountToPay: 12_000,
    startTime: '2026-12-03T09:00:00+08:00',
    holdExpiresAt: null,
    dueOn: null,
    customer: { fullname: 'Rachel Ong' },
  } as Job;
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <ToastProvider texts={{ undo: 'Undo', close: 'Close', region: 'Messages' }}>
          <TakePaymentSheet job={job} onClose={onClose} />
        </ToastProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole('radio', { checked: true });
  return { sent, onClose };
}

const type = (label: string, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }));
const press = (name: RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

test('charges the amount of the job', async () => {
  const { sent, onClose } = await open(() => Response.json({}));
  await press(/^Charge S\$120\.00/);
  await waitFor(() => expect(sent).toEqual([{ jobID: 'job', amountToPay: 12_000 }]));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

test('requires a reason for a different amount, and refuses invalid amounts on their field', async () => {
  const { sent } = await open(() => Response.json({}));
  await type('Amount', 'a lot');
  await press(/^Charge/);
  expect(screen.getByText('Enter dollars and cents, like 120.00.')).not.toBeNull();
  await type('Amount', '100');
  await press(/^Charge S\$100\.00/);
  expect(screen.getByText('Give a reason for changing the amount.')).not.toBeNull();
  expect(sent).toEqual([]);
  await type('Reason for the change', ' Came late ');
  await press(/^Charge S\$100\.00/);
  await waitFor(() => expect(sent).toEqual([{ jobID: 'job', amountToPay: 10_000, reason: 'Came late' }]));
});

test('stays open with a message if the bank challenges the customer', async () => {
  const { onClose } = await open(() => Response.json({ requiresAction: true }));
  await press(/^Charge/);
  await screen.findByText(/^The bank needs the customer/);
  expect(onClose).not.toHaveBeenCalled();
});

const choose = (name: RegExp) => act(async () => fireEvent.click(screen.getByRole('radio', { name })));

test('records a PayNow payment of the exact amount', async () => {
  const { sent, onClose } = await open(() => Response.json({}, { status: 201 }));
  await choose(/^PayNow, cash/);
  await choose(/^Bank transfer$/);
  await press(/^Record S\$120\.00/);
  const paid = { customerID: 'rachel', jobID: 'job', total: 12_000, method: 'bank', details: '' };
  await waitFor(() => expect(sent).toEqual([paid]));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

test('confirms for later payment with a due date from today on', async () => {
  const { sent } = await open(() => Response.json({}));
  await choose(/^Pay later/);
  await type('Due on', '01/01/2020');
  await press(/^Confirm, pay later/);
  expect(screen.getByText('Choose today or a later day.')).not.toBeNull();
  expect(sent).toEqual([]);
  await type('Due on', '05/12/2099');
  await press(/^Confirm, pay later/);
  await waitFor(() => expect(sent).toEqual([{ dueOn: '2099-12-05' }]));
});

test('proposes a payment link to a customer without a saved card, to send or to copy', async () => {
  const { sent } = await open(() => Response.json({}), null);
  expect((screen.getByLabelText('Link') as HTMLInputElement).value).toMatch(/\/dashboard\/bookings\/job$/);
  await press(/^Send by SMS/);
  await waitFor(() => expect(sent).toEqual([{}]));
});

test('shows an open payment of the customer, which can be cancelled', async () => {
  const answers = [
    Response.json(
      {
        code: 'payment_in_progress',
        title: 'The payment is under way',
        detail: 'Do not pay again.',
        status: 409,
      },
      { status: 409, headers: { 'content-type': 'application/problem+json' } },
    ),
    Response.json({ id: 'job', paid: false }),
  ];
  const { onClose } = await open(() => answers.shift() ?? Response.json({}));
  await press(/^Charge S\$120\.00/);
  await screen.findByText(/^Rachel Ong has started to pay/);
  await press(/^Cancel the open payment/);
  await screen.findByText('The open payment is cancelled. You can take payment now.');
  expect(onClose).not.toHaveBeenCalled();
});
