import {
  afterMobileChange,
  checkCode,
  checkFreshSignIn,
  mobileAwaited,
  requestCode,
  type Unproven,
} from '#features/people/accounts/server/index.ts';
import type { SignedIn } from '#platform/kernel/actor.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { auditChange } from '#platform/server/records.ts';
import type { CustomerReply } from '../customer-shapes.ts';
import type { ConsentChannel } from '../rules/consents.ts';
import { WHY_ADJUSTED } from '../rules/credits.ts';
import { adjustCredits, changeOwnMobile } from '../rules/policy.ts';
import { changeConsents, changeFollowUps, readConsents, wantsFollowUps } from './consents.ts';
import {
  adjustTiers,
  type CreditTier,
  type CustomerRow,
  customerConstraints,
  findByMobile,
  getCustomer,
  lockOpenCustomer,
  readCustomerInFull,
  saveCustomer,
  toCustomerReply,
} from './customer-record.ts';
import { countEmailChange, endEmailChange, notifyOldEmail, startEmailChange } from './email-change.ts';
import { removeFacebookLink } from './facebook-link.ts';

interface CustomerChanges {
  readonly mobile?: string | undefined;
  readonly salutation?: string | undefined;
  readonly firstname?: string | undefined;
  readonly lastname?: string | undefined;
  readonly displayName?: string | undefined;
  readonly email?: string | undefined;
}

/** Additional fields that a customer may change. */
interface OwnChanges extends CustomerChanges {
  readonly otp?: string | number | undefined;
  readonly consents?: { readonly [Channel in ConsentChannel]?: boolean | undefined } | undefined;
  readonly followUps?: boolean | undefined;
}

/** Additional fields that the office may change. */
interface AdminChanges extends CustomerChanges {
  readonly credits?: readonly CreditTier[] | undefined;
  readonly creditsReason?: string | undefined;
}

type Unsaved = Refusal<'not_found' | 'mobile_in_use' | 'email_in_use' | 'forbidden' | 'unavailable'>;

/**
 * Customers change their own record. A new e-mail address requires a fresh sign-in, and takes effect once its
 * confirmation link is used. The reply is the same whether or not the address belongs to another customer.
 */
export async function updateOwn(
  ctx: Context<SignedIn>,
  id: string,
  { otp, consents, followUps, email, ...changes }: OwnChanges,
): Promise<CustomerReply | Unsaved | Unproven> {
  const before = await getCustomer(ctx, id);
  if (before === null) return refuse('not_found');
  const newEmail = email === before.email ? undefined : email;
  if (newEmail !== undefined) {
    const proof = { role: 'customer', mobile: before.mobile, otp } as const;
    const refused = (await checkFreshSignIn(ctx, proof)) ?? (await countEmailChange(ctx, id));
    if (refused !== null) return refused;
  }
  return inTransaction(
    ctx,
    async (tx) => {
      const changed = await changeCustomer(tx, id, changes);
      if (isRefusal(changed)) return changed;
      if (newEmail !== undefined) await startEmailChange(tx, id, newEmail);
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

/** The office changes a customer, including the mobile number. */
export async function updateAsAdmin(
  ctx: ContextOf<'admin'>,
  id: string,
  { credits = [], creditsReason, ...changes }: AdminChanges,
): Promise<CustomerReply | Unsaved> {
  if ((await getCustomer(ctx, id)) === null) return refuse('not_found');
  if (credits.length > 0 && !may(ctx.actor, adjustCredits)) return refuse('forbidden');
  return inTransaction(
    ctx,
    async (tx) => {
      // Before the customer's row is locked: hours are always locked first.
      await adjustTiers(tx, { customerID: id, tiers: credits, reason: creditsReason || WHY_ADJUSTED });
      const changed = await changeCustomer(tx, id, changes);
      return isRefusal(changed) ? changed : saveIdempotentReply(tx, await readCustomerInFull(tx, id));
    },
    customerConstraints,
  );
}

/**
 * Saves changes that the caller has checked. A new e-mail address takes effect at once, without confirmation.
 */
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
      const movesEmail = wanted.email !== before.email;
      const after = await saveCustomer(tx, id, {
        ...wanted,
        ...(movesNumber && { otpVerifiedAt: null }),
        ...(movesEmail && { emailConfirmedAt: null }),
      });
      // Also for a new number: the change may have been requested by someone with the old one.
      if (movesNumber || movesEmail) await endEmailChange(tx, id, 'withdrawn');
      if (movesNumber) {
        await afterMobileChange(tx, { role: 'customer', id }, before.mobile);
        // The number may belong to someone else now: whoever linked Facebook by the old one must not sign in
        // any more.
        await removeFacebookLink(tx, id);
      }
      if (movesEmail) await notifyOldEmail(tx, before);
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
    displayName: changes.displayName ?? row.displayName,
    email: changes.email ?? row.email,
  };
}

const purpose = 'change-mobile';

/**
 * Sends a code to the new number; nothing changes until it is confirmed. An unlocked screen does not prove
 * that the user is the customer, so the old number is verified first.
 */
export async function requestNewMobile(
  ctx: ContextOf<'customer'>,
  customerID: string,
  { mobile, otp }: { readonly mobile: string; readonly otp?: string | number | undefined },
) {
  const customer = await ownCustomer(ctx, customerID);
  if (customer === null) return refuse('not_found');
  const unproven = await checkFreshSignIn(ctx, { role: 'customer', mobile: customer.mobile, otp });
  if (unproven !== null) return unproven;
  if ((await findByMobile(ctx, mobile)) !== null) return refuse('mobile_in_use');
  return requestCode(ctx, { purpose, mobile, send: true, owner: null, accountID: customerID });
}

/**
 * Moves the customer to the number that the code was sent to, notifies the old one and ends other sessions.
 */
export async function verifyNewMobile(ctx: ContextOf<'customer'>, customerID: string, otp: string) {
  if ((await ownCustomer(ctx, customerID)) === null) return refuse('not_found');
  const mobile = await mobileAwaited(ctx, purpose, customerID);
  if (mobile === null) return refuse('otp_expired');
  const checked = await checkCode(ctx, { purpose, mobile, otp, owner: null, accountID: customerID });
  if (isRefusal(checked)) return checked;
  return inTransaction(ctx, (tx) => moveToMobile(tx, customerID, mobile), customerConstraints);
}

async function moveToMobile(tx: Tx, id: string, mobile: string) {
  const before = await lockOpenCustomer(tx, id);
  if (before === null) return refuse('not_found');
  const now = tx.clock.now().toString();
  await saveCustomer(tx, id, { mobile, otpVerifiedAt: now });
  await afterMobileChange(tx, { role: 'customer', id }, before.mobile);
  await auditChange(tx, { kind: 'customer', id }, { mobile: before.mobile }, { mobile });
  return { id, mobile };
}

async function ownCustomer(ctx: ContextOf<'customer'>, id: string) {
  return may(ctx.actor, changeOwnMobile, { customer: id }) ? getCustomer(ctx, id) : null;
}
