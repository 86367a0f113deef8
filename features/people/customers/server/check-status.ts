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

/** An upcoming or current visit, as listed in a refusal. */
export interface VisitAhead {
  readonly jobID: string;
  readonly startTime: string;
}

/** The reply to anyone else, for any number. */
const EMPTY_STATUS: AccountStatus = {
  otpVerified: false,
  trash: 0,
  hasCard: false,
  creditsBalance: 0,
  pendingJobs: 0,
};

declare module '#platform/server/feature.ts' {
  interface Feature {
    /** A customer's jobs, provided by a higher-level feature. */
    readonly customerJobs?: {
      /** The number of a customer's jobs that wait for payment. */
      readonly pendingJobs?: (ctx: Context, customerId: string) => Promise<number>;
      /** Whether they have a booking that goes ahead or is done; some jobs, and the series of these, do not count. */
      readonly hasBooked?: (ctx: Context, customerId: string, except: readonly string[]) => Promise<boolean>;
      /** Upcoming and current visits to one of their homes, earliest first. */
      readonly visitsAt?: (ctx: Context, addressId: string) => Promise<readonly VisitAhead[]>;
      /** All their upcoming and current visits, earliest first. */
      readonly visitsOf?: (ctx: Context, customerId: string) => Promise<readonly VisitAhead[]>;
    };
  }
}

/** The status of the caller's account, or for the office of any account. */
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
    pendingJobs: (await ctx.composed.customerJobs?.pendingJobs?.(ctx, id)) ?? 0,
  };
}

/** For the office: the account by id or mobile number. */
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
