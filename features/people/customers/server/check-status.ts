import { readMobile } from '#platform/kernel/mobile.ts';
import { may, ownIdFor } from '#platform/kernel/policy.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { trashOf } from '#platform/server/records.ts';
import { seeCustomer } from '../rules/policy.ts';
import { findByMobile, getCustomer } from './customer-record.ts';

export interface AccountStatus {
  readonly otpVerified: boolean;
  readonly trash: 0 | 1;
  readonly hasCard: boolean;
  readonly creditsBalance: number;
  readonly pendingJobs: number;
}

/** A visit that is not over, as a refusal lists it. */
export interface VisitAhead {
  readonly jobID: string;
  readonly startTime: string;
}

/** What anyone is told about any number: nothing. */
const EMPTY_STATUS: AccountStatus = {
  otpVerified: false,
  trash: 0,
  hasCard: false,
  creditsBalance: 0,
  pendingJobs: 0,
};

declare module '#platform/server/feature.ts' {
  interface Feature {
    /** What a feature above customers answers about one of them. */
    readonly customerQuestions?: {
      /** How many of a customer's jobs wait to be paid. */
      readonly pendingJobs?: (ctx: Context, customerId: string) => Promise<number>;
      /** The visits that are booked to one of their homes and not over, the earliest first. */
      readonly visitsAt?: (ctx: Context, addressId: string) => Promise<readonly VisitAhead[]>;
      /** All their visits that are booked and not over, the earliest first. */
      readonly visitsOf?: (ctx: Context, customerId: string) => Promise<readonly VisitAhead[]>;
    };
  }
}

/** Where an account stands: one's own, or for the office the one it asks for. */
export async function checkStatus(
  ctx: Context,
  query: StatusQuery,
): Promise<AccountStatus | Refusal<'not_found'>> {
  const id = await statusSubjectId(ctx, query);
  if (id === undefined) return EMPTY_STATUS;
  const customer = await getCustomer(ctx, id);
  if (customer === null) return refuse('not_found');
  return {
    otpVerified: customer.otp_verified_at !== null,
    trash: trashOf(customer),
    hasCard: customer.card_last4 !== null,
    creditsBalance: customer.credits_left,
    pendingJobs: (await ctx.composed.customerQuestions?.pendingJobs?.(ctx, id)) ?? 0,
  };
}

/** Of the office: whose account is meant, by id or by mobile number. */
interface StatusQuery {
  readonly customerID?: string | undefined;
  readonly mobile?: string | undefined;
}

async function statusSubjectId(
  ctx: Context,
  { customerID, mobile = '' }: StatusQuery,
): Promise<string | undefined> {
  const own = ownIdFor(ctx.actor, seeCustomer);
  if (own !== null) return own;
  if (!may(ctx.actor, seeCustomer)) return undefined;
  if (customerID !== undefined) return customerID;
  const written = readMobile(mobile);
  return written === null ? undefined : (await findByMobile(ctx, written))?.id;
}
