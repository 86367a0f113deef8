import { timingSafeEqual } from 'node:crypto';
import { readSignIn, type TypedSignIn } from '#features/accounts/rules/codes.ts';
import { checkCode } from '#features/accounts/server/index.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { type NewSession, openSession } from '#platform/server/sessions/sessions.ts';
import { isRegisterTokenGood, type Seal, writeRegisterToken } from '../rules/register-token.ts';
import { type CustomerRow, findByMobile, lockCustomer, saveCustomer } from './customer-record.ts';

export interface SignedInCustomer {
  readonly customer: CustomerRow;
  readonly session: NewSession;
}

export interface SignInWay {
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

/** Signs a customer in with a mobile and its code. Only who holds the code learns whether there is an account. */
export async function verifyCustomer(
  ctx: Context,
  typed: TypedSignIn,
  way: SignInWay,
): Promise<SignedInCustomer | Refused> {
  const read = readSignIn(typed);
  if (isRefusal(read)) return read;
  const checked = await checkCode(ctx, { purpose: 'customer-sign-in', ...read });
  if (isRefusal(checked)) return checked;
  const customer = await findByMobile(ctx, read.mobile);
  if (customer === null) {
    const registerToken = writeRegisterToken(sealOf(ctx), read.mobile, ctx.clock.now());
    return refuse('not_registered', { members: { registerToken } });
  }
  return inTransaction(ctx, (tx) => enter(tx, customer.id, way));
}

/** Under the customer's lock, so that nobody comes in while the office puts them into the trash. */
async function enter(
  tx: Tx,
  id: string,
  way: SignInWay,
): Promise<SignedInCustomer | Refusal<'account_closed'>> {
  const customer = await lockCustomer(tx, id);
  if (customer === null || customer.trashed_at !== null) return refuse('account_closed');
  const session = await openSession(tx, { role: 'customer', accountId: id, ...way });
  if (customer.otp_verified_at !== null) return { customer, session };
  return { customer: await saveCustomer(tx, id, { otp_verified_at: tx.clock.now().toString() }), session };
}

/** Whether a registerToken was given out for this number in the last 15 minutes. */
export function holdsRegisterToken(ctx: Context, token: string, mobile: string): boolean {
  return isRegisterTokenGood(sealOf(ctx), token, { mobile, now: ctx.clock.now() }, isSame);
}

function sealOf(ctx: Context): Seal {
  return (message) => ctx.keys.mac('register', message);
}

function isSame(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
