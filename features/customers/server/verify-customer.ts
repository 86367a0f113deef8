import { timingSafeEqual } from 'node:crypto';
import { readSignIn, type TypedSignIn } from '#features/accounts/rules/codes.ts';
import { proveMobile } from '#features/accounts/server/index.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { type NewSession, openSession } from '#platform/server/sessions/sessions.ts';
import { isRegisterTokenGood, type Signer, writeRegisterToken } from '../rules/register-token.ts';
import {
  type CustomerRow,
  customerConstraints,
  insertCustomer,
  lockByMobile,
  type NewCustomer,
  saveCustomer,
} from './customer-record.ts';
import { dropRegistrationOf, findRegistration } from './registration.ts';

export interface SignedInCustomer {
  readonly customer: CustomerRow;
  readonly session: NewSession;
}

export interface SignInOptions {
  readonly staySignedIn: boolean;
  readonly browser: boolean;
}

type Refused = Refusal<
  | 'fill_all_fields'
  | 'invalid'
  | 'otp_wrong'
  | 'otp_expired'
  | 'throttled'
  | 'unavailable'
  | 'not_registered'
  | 'account_closed'
>;

/**
 * Signs a customer in with a mobile and its code. Only who holds the code learns whether there is an account.
 * What was said about a number before counts only with the code that was sent for it, from the browser that said
 * it: whoever has another code, or got that one without having asked for it, says their name themselves.
 */
export async function verifyCustomer(
  ctx: Context,
  typed: TypedSignIn,
  way: SignInOptions & { readonly visitor: string | null },
): Promise<SignedInCustomer | Refused> {
  const read = readSignIn(typed);
  if (isRefusal(read)) return read;
  const { mobile } = read;
  const proof = await proveMobile(ctx, { purpose: 'customer-sign-in', ...read });
  if (isRefusal(proof)) return proof;
  const entered = await signInVerified(ctx, { mobile, ...proof, ...way });
  if (entered !== null) return entered;
  const registerToken = writeRegisterToken(signerOf(ctx), mobile, ctx.clock.now());
  return refuse('not_registered', { members: { registerToken } });
}

interface VerifiedSignIn extends SignInOptions {
  readonly mobile: string;
  /** The registration that the code was sent for. */
  readonly boundTo: string | null;
  readonly visitor: string | null;
}

/** Null for a number that nobody has. */
async function signInVerified(
  ctx: Context,
  proven: VerifiedSignIn,
): Promise<SignedInCustomer | Refusal<'account_closed' | 'unavailable'> | null> {
  const enter = async (tx: Tx) => {
    const customer = (await lockByMobile(tx, proven.mobile)) ?? (await createRegistered(tx, proven));
    await dropRegistrationOf(tx, proven.mobile);
    return customer === null ? null : open(tx, customer, proven);
  };
  const entered = await inTransaction(ctx, enter, customerConstraints);
  if (!isRefusal(entered)) return entered;
  // Between two looks the number was registered from elsewhere, with a proof too: sign in to that account.
  if (entered.refusal === 'mobile_in_use') return inTransaction(ctx, (tx) => enter(tx));
  return entered.refusal === 'email_in_use' ? null : entered;
}

/** Under the customer's lock, so that nobody comes in while the office puts them into the trash. */
async function open(
  tx: Tx,
  customer: CustomerRow,
  { staySignedIn, browser }: SignInOptions,
): Promise<SignedInCustomer | Refusal<'account_closed'>> {
  if (customer.trashed_at !== null) return refuse('account_closed');
  const by = { role: 'customer', accountId: customer.id, staySignedIn, browser } as const;
  const session = await openSession(tx, by);
  if (customer.otp_verified_at !== null) return { customer, session };
  const now = tx.clock.now().toString();
  return { customer: await saveCustomer(tx, customer.id, { otp_verified_at: now }), session };
}

async function createRegistered(
  tx: Tx,
  { boundTo, mobile, visitor }: VerifiedSignIn,
): Promise<CustomerRow | null> {
  if (boundTo === null) return null;
  const registration = await findRegistration(tx, { id: boundTo, mobile, visitor });
  return registration === null ? null : createVerifiedCustomer(tx, registration);
}

/** A customer whose number is confirmed, by their own doing. */
export async function createVerifiedCustomer(tx: Tx, person: NewCustomer): Promise<CustomerRow> {
  const customer = await insertCustomer(tx, person, true);
  await audit(tx, { action: 'customer.registered', subject: { kind: 'customer', id: customer.id } });
  return customer;
}

/** Whether a registerToken was given out for this number in the last 15 minutes. */
export function holdsRegisterToken(ctx: Context, token: string, mobile: string): boolean {
  return isRegisterTokenGood(signerOf(ctx), token, { mobile, now: ctx.clock.now() }, isSame);
}

function signerOf(ctx: Context): Signer {
  return (message) => ctx.keys.mac('register', message);
}

function isSame(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
