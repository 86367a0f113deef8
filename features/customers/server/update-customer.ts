import { readCode } from '#features/accounts/rules/codes.ts';
import { afterMobileChange, checkCode } from '#features/accounts/server/index.ts';
import type { SignedIn } from '#platform/kernel/actor.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { sendMail } from '#platform/server/messages.ts';
import { auditChange } from '#platform/server/records.ts';
import { signedInAt } from '#platform/server/sessions/signed-in-at.ts';
import type { CustomerReply } from '../customer-shapes.ts';
import { WHY_ADJUSTED } from '../rules/credits.ts';
import { isFresh } from '../rules/freshness.ts';
import { adjustTiers, type CreditTier } from './customer-credits.ts';
import {
  type CustomerRow,
  customerConstraints,
  getCustomer,
  lockCustomer,
  readCustomerInFull,
  saveCustomer,
  toCustomerReply,
} from './customer-record.ts';

export interface CustomerChanges {
  readonly mobile?: string | undefined;
  readonly salutation?: string | undefined;
  readonly firstname?: string | undefined;
  readonly lastname?: string | undefined;
  readonly email?: string | undefined;
}

/** What the office may change besides. */
export interface AdminChanges extends CustomerChanges {
  readonly credits?: readonly CreditTier[] | undefined;
  readonly creditsReason?: string | undefined;
}

type Unsaved = Refusal<'not_found' | 'mobile_in_use' | 'email_in_use' | 'unavailable'>;
type Unproven = Refusal<'fresh_code_needed' | 'otp_wrong' | 'otp_expired' | 'throttled'>;

/** A customer changes their own record. A new e-mail address asks for proof that it is still them. */
export async function updateOwn(
  ctx: Context<SignedIn>,
  id: string,
  changes: CustomerChanges & { readonly otp?: string | number | undefined },
): Promise<CustomerReply | Unsaved | Unproven> {
  const before = await getCustomer(ctx, id);
  if (before === null) return refuse('not_found');
  const movesMail = changes.email !== undefined && changes.email !== before.email;
  const unproven = movesMail ? await checkFreshSignIn(ctx, before.mobile, changes.otp) : null;
  return unproven ?? changeCustomer(ctx, before.id, changes);
}

/** The office changes a customer, the mobile number too. */
export async function updateAsAdmin(
  ctx: ContextOf<'admin'>,
  id: string,
  { credits = [], creditsReason, ...changes }: AdminChanges,
): Promise<CustomerReply | Unsaved> {
  if ((await getCustomer(ctx, id)) === null) return refuse('not_found');
  return inTransaction(
    ctx,
    async (tx) => {
      // Before the customer's own row is locked: hours are locked first by everybody.
      await adjustTiers(tx, { customerId: id, tiers: credits, reason: creditsReason || WHY_ADJUSTED });
      const changed = await changeCustomer(tx, id, changes);
      return isRefusal(changed) ? changed : readCustomerInFull(tx, id);
    },
    customerConstraints,
  );
}

async function checkFreshSignIn(
  ctx: Context<SignedIn>,
  mobile: string,
  otp: string | number | undefined,
): Promise<Unproven | null> {
  if (otp !== undefined) {
    const checked = await checkCode(ctx, { purpose: 'customer-sign-in', mobile, otp: readCode(otp) });
    return checked === true ? null : checked;
  }
  const since = await signedInAt(ctx);
  return since !== null && isFresh(since, ctx.clock.now()) ? null : refuse('fresh_code_needed');
}

/** Writes the changes down, whoever was allowed to make them. */
export function changeCustomer(
  ctx: Context,
  id: string,
  changes: CustomerChanges,
): Promise<CustomerReply | Unsaved> {
  return inTransaction(
    ctx,
    async (tx) => {
      const before = await lockCustomer(tx, id);
      if (before === null) return refuse('not_found');
      const wanted = fieldsOf(before, changes);
      const movesNumber = wanted.mobile !== before.mobile;
      const after = await saveCustomer(tx, id, movesNumber ? { ...wanted, otp_verified_at: null } : wanted);
      if (movesNumber) await afterMobileChange(tx, { role: 'customer', id }, before.mobile);
      if (wanted.email !== before.email) await notifyOldEmail(tx, before.email);
      await auditChange(tx, { kind: 'customer', id }, fieldsOf(before, {}), wanted);
      return toCustomerReply(after);
    },
    customerConstraints,
  );
}

function fieldsOf(row: CustomerRow, changes: CustomerChanges) {
  return {
    mobile: changes.mobile ?? row.mobile,
    salutation: changes.salutation ?? row.salutation,
    firstname: changes.firstname ?? row.firstname,
    lastname: changes.lastname ?? row.lastname,
    email: changes.email ?? row.email,
  };
}

async function notifyOldEmail(tx: Tx, to: string): Promise<void> {
  await sendMail(tx, {
    to,
    subject: 'Your Kemas e-mail address was changed',
    body: 'E-mails from Kemas now go to a new address. If you did not ask for this, call us right away.',
  });
}
