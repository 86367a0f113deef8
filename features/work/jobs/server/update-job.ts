import type { z } from 'zod';
import { SMALLEST_CHARGE } from '#features/money/payments/rules/attempt.ts';
import { slotConstraints } from '#features/work/schedule/server/index.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { Job } from '../contract/shapes.ts';
import type { updateJob as call } from '../contract.ts';
import { actionsFor, type DifferenceAction, type PriceChange } from '../rules/price-difference.ts';
import { applyUpdate, type DecidedUpdate } from './apply-update.ts';
import { lockJob } from './change-job.ts';
import { decideUpdate } from './decide-update.ts';
import { isBeingPaid } from './holds.ts';
import type { JobRow } from './job-rows.ts';
import { planCrew, slotLost } from './plan-crew.ts';
import { hasOpenCharge } from './price-change-record.ts';
import { readJob } from './read-job.ts';
import { refuseChanged } from './refuse-changed.ts';
import { isUnheldOfCustomer } from './unpaid-holds.ts';
import { findVisibleJob } from './visible-jobs.ts';

export type UpdateBody = z.output<typeof call.body>;

export type NotPlanned = Refusal<
  | 'not_found'
  | 'forbidden'
  | 'invalid'
  | 'slot_taken'
  | 'not_bookable'
  | 'not_changeable'
  | 'change_used'
  | 'change_too_late'
  | 'crew_incomplete'
  | 'not_correctable'
>;

export type NotChanged =
  | NotPlanned
  | Refusal<
      | 'visit_changed'
      | 'payment_in_progress'
      | 'difference_undecided'
      | 'price_changed'
      | 'reason_needed'
      | 'not_refundable'
      | 'refund_too_much'
      | 'unavailable'
    >;

/** Each lost round means that another booking was made meanwhile; this limits retries. */
export const MAX_ROUNDS = 10;

/**
 * Changes a visit: time, crew, home, notes and the other booked details. A new time, home, crew or length passes the
 * same checks as a booking: the same rule under the same locks, backed by database constraints.
 */
export async function updateJob(ctx: Context, jobId: string, body: UpdateBody): Promise<Job | NotChanged> {
  for (let round = 1; ; round += 1) {
    const outcome = await tryToUpdate(ctx, jobId, { body, isLast: round === MAX_ROUNDS });
    if (!isRefusal(outcome) || outcome.refusal !== 'race_lost') return outcome as Job | NotChanged;
    if (round === MAX_ROUNDS) return refuse('unavailable');
  }
}

interface Round {
  readonly body: UpdateBody;
  readonly isLast: boolean;
}

async function tryToUpdate(ctx: Context, jobId: string, { body, isLast }: Round) {
  const job = await findVisibleJob(ctx, jobId);
  if (isRefusal(job)) return job;
  // `lockUnchanged` compares the versions again, under the lock.
  if (body.version !== undefined && body.version !== job.version) return refuseChanged(ctx, job);
  const update = await decideUpdate(ctx, job, body);
  if (isRefusal(update)) return update;
  const { visit, price, fields } = update;
  const planned = visit === null ? null : await planCrew(ctx, job, visit);
  if (isRefusal(planned)) return planned;
  const action = chooseAction(job, price, body);
  if (isRefusal(action)) return action;
  const decided = {
    fields,
    price,
    planned,
    action,
    reason: body.reason ?? '',
    overrideReason: body.overrideReason ?? '',
    tellsCustomerOfCrew: body.tellCustomer,
  };
  const outcome = await inTransaction(ctx, (tx) => apply(tx, job, decided), slotConstraints);
  const isTaken = isRefusal(outcome) && outcome.refusal === 'slot_taken';
  if (!isTaken || visit === null) return outcome;
  return isLast ? slotLost(ctx, job, visit) : refuse('race_lost');
}

/** The action for the price difference; null if none is needed. */
function chooseAction(
  job: JobRow,
  price: PriceChange | null,
  { difference: shown, differenceAction: chosen, reason = '' }: UpdateBody,
): DifferenceAction | null | Refusal<'price_changed' | 'difference_undecided' | 'reason_needed'> {
  const difference = price?.difference ?? 0;
  const actions = actionsFor(difference, { isPaid: job.status === 'paid', smallestCharge: SMALLEST_CHARGE });
  const extensions = { difference, actions, creditsReturned: price?.creditsReturned ?? 0 };
  if (shown !== undefined && shown !== difference) {
    const detail = 'Nothing has changed yet. Check the new price, then save again.';
    return refuse('price_changed', { detail, extensions });
  }
  if (actions.length === 0) return null;
  if (chosen === undefined || !actions.includes(chosen))
    return refuse('difference_undecided', { extensions });
  if (chosen === 'waive' && reason === '') {
    return refuse('reason_needed', { detail: 'Say why the difference is waived.', extensions });
  }
  return chosen;
}

async function apply(tx: Tx, seen: JobRow, decided: DecidedUpdate) {
  const before = await lockUnchanged(tx, seen, decided);
  if (isRefusal(before)) return before;
  const changed = await applyUpdate(tx, before, decided);
  if (isRefusal(changed)) return changed;
  const reply = await readJob(tx, seen.id);
  return isRefusal(reply) ? reply : saveIdempotentReply(tx, reply);
}

/** Locks a job if it is unchanged since the update was decided; otherwise the caller has to decide again. */
export async function lockUnchanged(
  tx: Tx,
  seen: JobRow,
  { planned, price }: Pick<DecidedUpdate, 'planned' | 'price'>,
): Promise<JobRow | Refusal<'not_found' | 'race_lost' | 'payment_in_progress' | 'not_changeable'>> {
  await lockJob(tx, seen.id);
  const now = await findVisibleJob(tx, seen.id);
  if (isRefusal(now)) return now;
  if (now.version !== seen.version) return refuse('race_lost');
  if (planned === null && price === null) return now;
  if (isBeingPaid(now) || (await hasOpenCharge(tx, now.id))) return refuse('payment_in_progress');
  if (planned !== null && (await isUnheldOfCustomer(tx, [now]))) return refuse('not_changeable');
  return now;
}
