import { limitGuesses } from '#features/money/promo-codes/server/index.ts';
import { toBookingReply } from '#features/work/jobs/server/index.ts';
import { idOf } from '#platform/kernel/actor.ts';
import { may, ownIDFor } from '#platform/kernel/policy.ts';
import { isRefusal, refuseField } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { limitCostlyCall } from '#platform/server/limit-costly-calls.ts';
import * as calls from '../contract.ts';
import * as policy from '../rules/policy.ts';
import { bookJob } from './book-job.ts';
import type { BookingBody } from './booking-request.ts';
import { quoteJob } from './quote-job.ts';

const A_MINUTE = Temporal.Duration.from({ minutes: 1 });
/**
 * Far above what a person needs who tries sizes and dates, far below what a script needs to read all diaries.
 */
const STRANGERS_QUOTES = { name: 'quote', most: 60, per: A_MINUTE };
const OWN_QUOTES = { name: 'quote', most: 120, per: A_MINUTE };

export function routes(api: Api): void {
  handle(api, calls.quoteJob, async ({ ctx, body }) => {
    const tooMany = await limitCostlyCall(ctx, idOf(ctx.actor) === null ? STRANGERS_QUOTES : OWN_QUOTES);
    if (tooMany !== null) return tooMany;
    const isOffice = may(ctx.actor, policy.bookForOthers);
    if (body.overrideReason !== undefined && !isOffice)
      return refuseField('overrideReason', 'Only the office can set a rule aside.');
    if (body.recleanOf !== undefined && !isOffice)
      return refuseField('recleanOf', 'Only the office can book a visit free of charge.');
    const ofOffice = isOffice ? (body.customerID ?? null) : null;
    const customerID = ownIDFor(ctx.actor, policy.book) ?? ofOffice;
    return limitGuesses(ctx, body.promocode, () => quoteJob(ctx, body, customerID));
  });
  handle(api, calls.createJob, async ({ ctx, body }) => book(ctx, body, ctx.actor.id));
  handle(api, calls.createJobForCustomer, async ({ ctx, body }) => {
    if (body.recleanOf !== undefined && body.recleanReason === undefined)
      return refuseField('recleanReason', 'Say why someone comes again. The crew reads it.');
    return book(ctx, body, body.customerID);
  });
}

async function book(ctx: Context, body: BookingBody, customerID: string) {
  const booked = await limitGuesses(ctx, body.promocode, () => bookJob(ctx, body, customerID));
  return isRefusal(booked) ? booked : toBookingReply(ctx, booked);
}
