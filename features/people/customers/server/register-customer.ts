import type { CodeReply } from '#features/people/accounts/contract.ts';
import { requestCode } from '#features/people/accounts/server/index.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { openSession } from '#platform/server/sessions/sessions.ts';
import { refundThrottles, throttleAll } from '#platform/server/throttle.ts';
import { entryConstraints, linkByProof } from './facebook-link.ts';
import { registerRefusedRules } from './register-limit.ts';
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
    if (confirmed.facebookProofId !== null) await linkByProof(tx, customer, confirmed.facebookProofId);
    const session = await openSession(tx, { role: 'customer', accountId: customer.id, ...way });
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
  const id = ctx.newId();
  const { mobile } = person;
  const asked = { purpose: 'customer-sign-in', mobile, send: true, owner: null, accountId: id } as const;
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
