import {
  afterMobileChange,
  checkCode,
  checkFreshSignIn,
  mobileAwaited,
  requestCode,
} from '#features/people/accounts/server/index.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, refuse } from '#platform/kernel/refusal.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { auditChange } from '#platform/server/records.ts';
import { changeOwnMobile } from '../rules/policy.ts';
import {
  customerConstraints,
  findByMobile,
  getCustomer,
  lockOpenCustomer,
  saveCustomer,
} from './customer-record.ts';

const purpose = 'change-mobile';

/**
 * Sends a code to the new number; nothing changes until it is confirmed. An unlocked screen does not prove
 * that the user is the customer, so the old number is verified first.
 */
export async function requestNewMobile(
  ctx: ContextOf<'customer'>,
  customerId: string,
  { mobile, otp }: { readonly mobile: string; readonly otp?: string | number | undefined },
) {
  const customer = await ownCustomer(ctx, customerId);
  if (customer === null) return refuse('not_found');
  const unproven = await checkFreshSignIn(ctx, { role: 'customer', mobile: customer.mobile, otp });
  if (unproven !== null) return unproven;
  if ((await findByMobile(ctx, mobile)) !== null) return refuse('mobile_in_use');
  return requestCode(ctx, { purpose, mobile, send: true, owner: null, accountId: customerId });
}

/**
 * Moves the customer to the number that the code was sent to, notifies the old one and ends other sessions.
 */
export async function verifyNewMobile(ctx: ContextOf<'customer'>, customerId: string, otp: string) {
  if ((await ownCustomer(ctx, customerId)) === null) return refuse('not_found');
  const mobile = await mobileAwaited(ctx, purpose, customerId);
  if (mobile === null) return refuse('otp_expired');
  const checked = await checkCode(ctx, { purpose, mobile, otp, owner: null, accountId: customerId });
  if (isRefusal(checked)) return checked;
  return inTransaction(ctx, (tx) => moveToMobile(tx, customerId, mobile), customerConstraints);
}

async function moveToMobile(tx: Tx, id: string, mobile: string) {
  const before = await lockOpenCustomer(tx, id);
  if (before === null) return refuse('not_found');
  const now = tx.clock.now().toString();
  await saveCustomer(tx, id, { mobile, otp_verified_at: now });
  await afterMobileChange(tx, { role: 'customer', id }, before.mobile);
  await auditChange(tx, { kind: 'customer', id }, { mobile: before.mobile }, { mobile });
  return { id, mobile };
}

async function ownCustomer(ctx: ContextOf<'customer'>, id: string) {
  return may(ctx.actor, changeOwnMobile, { customer: id }) ? getCustomer(ctx, id) : null;
}
