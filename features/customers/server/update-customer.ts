import { afterMobileChange, checkFreshSignIn, type Unproven } from '#features/accounts/server/index.ts';
import type { SignedIn } from '#platform/kernel/actor.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { sendKind } from '#platform/server/messages.ts';
import { auditChange } from '#platform/server/records.ts';
import type { CustomerReply } from '../customer-shapes.ts';
import type { ConsentChannel } from '../rules/consents.ts';
import { WHY_ADJUSTED } from '../rules/credits.ts';
import { EMAIL_CHANGED } from '../rules/messages.ts';
import { changeConsents, changeFollowUps, readConsents, wantsFollowUps } from './consents.ts';
import { adjustTiers, type CreditTier } from './customer-credits.ts';
import {
  type CustomerRow,
  customerConstraints,
  getCustomer,
  lockOpenCustomer,
  readCustomerInFull,
  saveCustomer,
  toCustomerReply,
} from './customer-record.ts';
import { removeFacebookLink } from './facebook-link.ts';

export interface CustomerChanges {
  readonly mobile?: string | undefined;
  readonly salutation?: string | undefined;
  readonly firstname?: string | undefined;
  readonly lastname?: string | undefined;
  readonly email?: string | undefined;
}

/** What a customer may change besides. */
interface OwnChanges extends CustomerChanges {
  readonly otp?: string | number | undefined;
  readonly consents?: { readonly [Channel in ConsentChannel]?: boolean | undefined } | undefined;
  readonly followUps?: boolean | undefined;
}

/** What the office may change besides. */
export interface AdminChanges extends CustomerChanges {
  readonly credits?: readonly CreditTier[] | undefined;
  readonly creditsReason?: string | undefined;
}

type Unsaved = Refusal<'not_found' | 'mobile_in_use' | 'email_in_use' | 'unavailable'>;

/** A customer changes their own record. A new e-mail address asks for proof that it is still them. */
export async function updateOwn(
  ctx: Context<SignedIn>,
  id: string,
  { otp, consents, followUps, ...changes }: OwnChanges,
): Promise<CustomerReply | Unsaved | Unproven> {
  const before = await getCustomer(ctx, id);
  if (before === null) return refuse('not_found');
  const movesMail = changes.email !== undefined && changes.email !== before.email;
  const unproven = movesMail
    ? await checkFreshSignIn(ctx, { role: 'customer', mobile: before.mobile, otp })
    : null;
  if (unproven !== null) return unproven;
  return inTransaction(
    ctx,
    async (tx) => {
      const changed = await changeCustomer(tx, id, changes);
      if (isRefusal(changed)) return changed;
      const agreed = await readAllConsents(tx, id);
      if (consents !== undefined) await changeConsents(tx, id, consents);
      if (followUps !== undefined) await changeFollowUps(tx, id, followUps);
      await auditChange(tx, { kind: 'customer', id }, agreed, await readAllConsents(tx, id));
      return readCustomerInFull(tx, id);
    },
    customerConstraints,
  );
}

async function readAllConsents(tx: Tx, id: string) {
  return { consents: await readConsents(tx, id), followUps: await wantsFollowUps(tx, id) };
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

/** Writes the changes down, whoever was allowed to make them. */
export function changeCustomer(
  ctx: Context,
  id: string,
  changes: CustomerChanges,
): Promise<CustomerReply | Unsaved> {
  return inTransaction(
    ctx,
    async (tx) => {
      const before = await lockOpenCustomer(tx, id);
      if (before === null) return refuse('not_found');
      const wanted = fieldsOf(before, changes);
      const movesNumber = wanted.mobile !== before.mobile;
      const after = await saveCustomer(tx, id, movesNumber ? { ...wanted, otp_verified_at: null } : wanted);
      if (movesNumber) {
        await afterMobileChange(tx, { role: 'customer', id }, before.mobile);
        // The number may belong to someone else now: whoever linked Facebook by the old one must not sign in any more.
        await removeFacebookLink(tx, id);
      }
      if (wanted.email !== before.email) await notifyOldEmail(tx, before);
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

/** Its words stay in the queue: where it goes is nobody's address any more. */
async function notifyOldEmail(tx: Tx, { id, email }: CustomerRow): Promise<void> {
  await sendKind(tx, EMAIL_CHANGED, { to: { email }, customerId: id, data: {}, keepsNothing: true });
}
