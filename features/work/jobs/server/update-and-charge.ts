import type { z } from 'zod';
import { SMALLEST_CHARGE } from '#features/money/payments/rules/attempt.ts';
import {
  type CardChoice,
  chooseCard,
  declinedForOffice,
} from '#features/money/payments/rules/card-and-declines.ts';
import {
  type Attempt,
  chargeAttempt,
  openAttempt,
  type PaymentOutcome,
  type PaymentPurpose,
  refundPayment,
} from '#features/money/payments/server/index.ts';
import { getCustomer } from '#features/people/customers/server/index.ts';
import { slotConstraints } from '#features/work/schedule/server/index.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { atSavepoint, inTransaction } from '#platform/server/database/transaction.ts';
import { idOfRequest } from '#platform/server/idempotency.ts';
import type { updateAndCharge as call } from '../contract.ts';
import { lockJobs } from './change-job.ts';
import { planCrew } from './crew.ts';
import { decideUpdate, visitUpdate } from './decide-update.ts';
import { findJobs, findVisibleJob, type JobRow } from './job-rows.ts';
import { closeChargedUpdate, findChargedUpdate, incomeOf, insertChargedUpdate } from './price-changes.ts';
import { readJob } from './read-job.ts';
import { applyUpdate, type DecidedUpdate, lockUnchanged, MAX_ROUNDS, type NotPlanned } from './update-job.ts';

type Body = z.output<typeof call.body>;
type Reply = z.output<typeof call.reply>;
type NotCharged =
  | NotPlanned
  | Refusal<
      | 'price_changed'
      | 'no_stored_card'
      | 'card_declined'
      | 'payment_in_progress'
      | 'throttled'
      | 'change_not_made'
      | 'unavailable'
    >;

/**
 * Changes a paid visit to a higher price: stores the update, charges the difference to the stored card, and applies
 * it in the transaction that posts the money. Repeating the request with the same Idempotency-Key continues where
 * the first one stopped.
 */
export async function updateAndCharge(
  ctx: ContextOf<'admin'>,
  jobID: string,
  body: Body,
): Promise<Reply | NotCharged> {
  const opened = (await openedBefore(ctx)) ?? (await decideAndOpen(ctx, jobID, body));
  if (isRefusal(opened)) return opened;
  return answer(ctx, jobID, opened, await chargeAttempt(ctx, opened.attemptID));
}

interface OpenedUpdate {
  readonly id: string;
  readonly attemptID: string;
}

async function openedBefore(ctx: ContextOf<'admin'>): Promise<OpenedUpdate | null> {
  const id = idOfRequest(ctx);
  const row = id === null ? null : await findChargedUpdate(ctx, id);
  return row === null || row.attemptID === null ? null : { id: row.id, attemptID: row.attemptID };
}

/** Decides again if someone else changed the job in between. */
async function decideAndOpen(
  ctx: ContextOf<'admin'>,
  jobID: string,
  body: Body,
): Promise<OpenedUpdate | NotCharged> {
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const opened = await tryToOpen(ctx, jobID, body);
    if (!isRefusal(opened) || opened.refusal !== 'race_lost') return opened as OpenedUpdate | NotCharged;
  }
  return refuse('unavailable');
}

async function tryToOpen(ctx: ContextOf<'admin'>, jobID: string, body: Body) {
  const job = await findVisibleJob(ctx, jobID);
  if (isRefusal(job)) return job;
  const update = await decideUpdate(ctx, job, visitUpdate(ctx, body));
  if (isRefusal(update)) return update;
  const planned = update.visit === null ? null : await planCrew(ctx, job, update.visit);
  if (isRefusal(planned)) return planned;
  const difference = update.price?.difference ?? 0;
  if (job.status !== 'paid' || difference !== body.difference || difference < SMALLEST_CHARGE) {
    const detail = 'Nothing was charged. Check the new price, then save again.';
    return refuse('price_changed', { detail, extensions: { difference } });
  }
  const customer = await getCustomer(ctx, job.customerID);
  const card = chooseCard({}, customer?.cardPaymentMethodID ?? null);
  if (isRefusal(card)) {
    return refuse('no_stored_card', {
      detail: 'This customer has no saved card. Waive the difference, or charge it another way.',
    });
  }
  const { fields, price } = update;
  const decided: DecidedUpdate = {
    fields,
    price,
    planned,
    action: 'charge',
    reason: '',
    overrideReason: body.overrideReason ?? '',
    tellsCustomerOfCrew: body.tellCustomer,
  };
  return inTransaction(ctx, (tx) => open(tx, job, { decided, card, difference }));
}

interface Charge {
  readonly decided: DecidedUpdate;
  readonly card: CardChoice;
  readonly difference: number;
}

/** Everything before the charge, in one transaction. */
async function open(tx: Tx, seen: JobRow, { decided, card, difference }: Charge) {
  const job = await lockUnchanged(tx, seen, decided);
  if (isRefusal(job)) return job;
  const requestKey = idOfRequest(tx);
  const id = requestKey ?? tx.newID();
  const attempt = await openAttempt(tx, {
    purpose: 'job-change',
    targetID: id,
    requestKey,
    customerID: job.customerID,
    amount: difference,
    priceSnapshot: { jobID: job.id, income: incomeOf(job) } satisfies ChargedFor,
    instrument: card,
    receiptEmail: job.customerEmail,
    description: `Change of ${job.label}`,
    offSession: true,
    packageID: job.packageID,
    isTargetLocked: true,
  });
  if (isRefusal(attempt)) return attempt;
  const change = { ...decided, version: job.version };
  await insertChargedUpdate(tx, { id, jobID: job.id, cents: difference, attemptID: attempt.id, change });
  await audit(tx, {
    action: 'job.difference-charged',
    subject: { kind: 'job', id: job.id },
    before: { amountToPay: job.amountToPay },
    after: { amountToPay: job.amountToPay + difference },
  });
  return { id, attemptID: attempt.id };
}

async function answer(
  ctx: ContextOf<'admin'>,
  jobID: string,
  { id }: OpenedUpdate,
  settled: PaymentOutcome,
): Promise<Reply | NotCharged> {
  if (settled.status === 'declined') return declinedForOffice(settled.code);
  if (settled.status === 'requires_action') return declinedForOffice('authentication_required');
  if (settled.status === 'pending') return refuse('payment_in_progress');
  const made = await findChargedUpdate(ctx, id);
  if (made === null || made.transactionID === null) return refuse('change_not_made');
  const job = await readJob(ctx, jobID);
  return isRefusal(job) ? job : { job, transactionID: made.transactionID };
}

/** Metadata of a payment attempt for the price difference of an update. */
interface ChargedFor {
  readonly jobID: string;
  /** The ledger account that earns the money: `revenue:one-time`. */
  readonly income: string;
}

function chargedFor(attempt: Attempt): ChargedFor {
  return attempt.priceSnapshot as ChargedFor;
}

/** Applies the outcome of the charge: changes the visit, or refunds the money. */
export const differencePayment: PaymentPurpose = {
  allocations: (attempt) => [{ jobID: chargedFor(attempt).jobID, cents: attempt.amount }],
  income: (attempt) => chargedFor(attempt).income,

  async lock(tx, attempt) {
    await lockJobs(tx, [chargedFor(attempt).jobID]);
  },

  async succeeded(tx, attempt, transactionID) {
    const made = await applyCharged(tx, attempt);
    if (!made) {
      const reason = 'The visit was not changed';
      const refunded = await refundPayment(tx, { transactionID, to: 'card', reason });
      if (isRefusal(refunded))
        throw new Error(`Refund of transaction ${transactionID} refused: ${refunded.refusal}`);
    }
    await closeChargedUpdate(tx, attempt.targetID, made ? transactionID : null);
  },

  async failed(tx, attempt) {
    await closeChargedUpdate(tx, attempt.targetID, null);
  },
};

/** False if the visit has changed since, its time was taken, or the update was dropped. */
async function applyCharged(tx: Tx, attempt: Attempt): Promise<boolean> {
  const { jobID } = chargedFor(attempt);
  const charged = await findChargedUpdate(tx, attempt.targetID);
  const update = charged === null ? null : readUpdate(charged.change);
  const [job] = await findJobs(tx, [jobID]);
  if (job === undefined || update === null || job.version !== update.version) return false;
  const changed = await atSavepoint(tx, () => applyUpdate(tx, job, update), slotConstraints);
  return !isRefusal(changed);
}

function readUpdate(stored: unknown): (DecidedUpdate & { readonly version: number }) | null {
  if (stored === null) return null;
  const update = stored as DecidedUpdate & { readonly version: number };
  const { planned } = update;
  if (planned === null) return update;
  const start = Temporal.Instant.from(String(planned.start));
  const end = Temporal.Instant.from(String(planned.end));
  return { ...update, planned: { ...planned, start, end } };
}
