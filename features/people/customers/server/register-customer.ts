import type { CodeReply } from '#features/people/accounts/contract.ts';
import { requestCode } from '#features/people/accounts/server/index.ts';
import { readMobile } from '#platform/kernel/mobile.ts';
import { may, ownIDFor } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import { clientRules } from '#platform/server/client-network.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { trashOf } from '#platform/server/records.ts';
import { openSession } from '#platform/server/sessions/sessions.ts';
import { refundThrottles, type ThrottleRule, throttleAll } from '#platform/server/throttle.ts';
import type { CustomerReply } from '../customer-shapes.ts';
import { WHY_ADJUSTED } from '../rules/credits.ts';
import { adjustCredits, seeCustomer } from '../rules/policy.ts';
import {
  adjustTiers,
  type CreditTier,
  customerConstraints,
  findByMobile,
  getCustomer,
  insertCustomer,
  type NewCustomer,
  readCustomerInFull,
} from './customer-record.ts';
import { entryConstraints, linkByProof } from './facebook-link.ts';
import {
  dropRegistrationOf,
  findInUse,
  type RegistrationRow,
  type SigningUp,
  saveRegistration,
  tickedOf,
} from './registration.ts';
import {
  createVerifiedCustomer,
  readRegisterTokenOf,
  type SignedInCustomer,
  type SignInOptions,
} from './verify-customer.ts';

type InUse = Refusal<'mobile_in_use' | 'email_in_use' | 'facebook_in_use'>;
type Refused = InUse | Refusal<'register_token' | 'throttled' | 'unavailable'>;

/** Signs up a customer whose number was just confirmed: creates customer and session. */
export async function registerConfirmed(
  ctx: Context,
  person: SigningUp & { readonly registerToken: string },
  way: SignInOptions,
): Promise<SignedInCustomer | Refused> {
  const confirmed = readRegisterTokenOf(ctx, person.registerToken, person.mobile);
  if (confirmed === null) return refuse('register_token');
  return throttleInUse(ctx, async (tx) => {
    const customer = await createVerifiedCustomer(tx, person, tickedOf(person));
    await dropRegistrationOf(tx, person.mobile);
    if (confirmed.facebookProofID !== null) await linkByProof(tx, customer, confirmed.facebookProofID);
    const session = await openSession(tx, { role: 'customer', accountID: customer.id, ...way });
    return { customer, session };
  });
}

/**
 * Saves the registration of a number that will be confirmed by the code that is sent. If no code may be sent,
 * nothing changes: the registration for the previous code stays valid.
 */
export async function registerUnconfirmed(
  ctx: Context,
  person: SigningUp,
  visitor: string | null,
): Promise<{ registration: RegistrationRow; code: CodeReply } | Refused> {
  const inUse = await throttleInUse(ctx, (tx) => findInUse(tx, person));
  if (isRefusal(inUse)) return inUse;
  const id = ctx.newID();
  const { mobile } = person;
  const asked = { purpose: 'customer-sign-in', mobile, send: true, owner: null, accountID: id } as const;
  const code = await requestCode(ctx, asked);
  if (isRefusal(code)) return code;
  return { registration: await saveRegistration(ctx, { ...person, id }, visitor), code };
}

/**
 * "In use" reveals who has an account, so it is limited, also for concurrent requests: it is counted before
 * the outcome is known.
 */
async function throttleInUse<T>(
  ctx: Context,
  work: (tx: Tx) => Promise<T>,
): Promise<T | InUse | Refusal<'throttled' | 'unavailable'>> {
  const rules = registerRefusedRules(ctx);
  const blocked = await throttleAll(ctx, rules);
  if (blocked) return blocked;
  const outcome = await inTransaction(ctx, work, entryConstraints);
  if (!isRefusal(outcome) || outcome.refusal === 'unavailable') await refundThrottles(ctx, rules);
  return outcome;
}

interface NewCustomerWithHours extends NewCustomer {
  readonly credits?: readonly CreditTier[] | undefined;
  readonly creditsReason?: string | undefined;
}

/** The office creates a customer, who confirms the number at the first sign-in. */
export async function createCustomer(
  ctx: ContextOf<'admin'>,
  person: NewCustomerWithHours,
): Promise<CustomerReply | Refusal<'mobile_in_use' | 'email_in_use' | 'forbidden' | 'unavailable'>> {
  return inTransaction(
    ctx,
    async (tx) => {
      const customer = await addCustomer(tx, person);
      return isRefusal(customer) ? customer : saveIdempotentReply(tx, customer);
    },
    customerConstraints,
  );
}

/** The same as a step of another use case, which saves its own reply. The caller maps `customerConstraints`. */
export async function addCustomer(
  tx: Tx<ContextOf<'admin'>['actor']>,
  person: NewCustomerWithHours,
): Promise<CustomerReply | Refusal<'forbidden'>> {
  const { credits = [], creditsReason } = person;
  if (credits.length > 0 && !may(tx.actor, adjustCredits)) return refuse('forbidden');
  const { id, mobile, email } = await insertCustomer(tx, person, false);
  await audit(tx, {
    action: 'customer.created',
    subject: { kind: 'customer', id },
    after: { firstname: person.firstname, lastname: person.lastname, mobile, email },
  });
  await adjustTiers(tx, { customerID: id, tiers: credits, reason: creditsReason || WHY_ADJUSTED });
  return readCustomerInFull(tx, id);
}

interface AccountStatus {
  readonly otpVerified: boolean;
  readonly trash: 0 | 1;
  readonly hasCard: boolean;
  readonly creditsBalance: number;
  readonly pendingJobs: number;
}

/** An upcoming or current visit, as listed in a refusal. */
interface VisitAhead {
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
      readonly pendingJobs?: (ctx: Context, customerID: string) => Promise<number>;
      /** Whether they have a booking that goes ahead or is done; some jobs, and the series of these, do not count. */
      readonly hasBooked?: (ctx: Context, customerID: string, except: readonly string[]) => Promise<boolean>;
      /** Upcoming and current visits to one of their homes, earliest first. */
      readonly visitsAt?: (ctx: Context, addressID: string) => Promise<readonly VisitAhead[]>;
      /** All their upcoming and current visits, earliest first. */
      readonly visitsOf?: (ctx: Context, customerID: string) => Promise<readonly VisitAhead[]>;
    };
  }
}

/** The status of the caller's account, or for the office of any account. */
export async function checkStatus(
  ctx: Context,
  query: StatusQuery,
): Promise<AccountStatus | Refusal<'not_found'>> {
  const id = await statusSubjectID(ctx, query);
  if (id === undefined) return EMPTY_STATUS;
  const customer = await getCustomer(ctx, id);
  if (customer === null) return refuse('not_found');
  return {
    otpVerified: customer.otpVerifiedAt !== null,
    trash: trashOf(customer),
    hasCard: customer.cardLast4 !== null,
    creditsBalance: customer.creditsLeft,
    pendingJobs: (await ctx.composed.customerJobs?.pendingJobs?.(ctx, id)) ?? 0,
  };
}

/** For the office: the account by id or mobile number. */
interface StatusQuery {
  readonly customerID?: string | undefined;
  readonly mobile?: string | undefined;
}

async function statusSubjectID(
  ctx: Context,
  { customerID, mobile = '' }: StatusQuery,
): Promise<string | undefined> {
  const own = ownIDFor(ctx.actor, seeCustomer);
  if (own !== null) return own;
  if (!may(ctx.actor, seeCustomer)) return undefined;
  if (customerID !== undefined) return customerID;
  const written = readMobile(mobile);
  return written === null ? undefined : (await findByMobile(ctx, written))?.id;
}

const LIMIT = { most: 10, per: Temporal.Duration.from({ hours: 1 }) };

/**
 * The limit per client network on sign-ups that are refused because a number or an address is in use. A
 * customer's new e-mail address counts towards it too, whether or not it is in use.
 */
export function registerRefusedRules(ctx: Context): ThrottleRule[] {
  return clientRules('register-refused', LIMIT, ctx);
}
