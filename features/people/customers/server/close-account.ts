import { checkFreshSignIn, type Unproven } from '#features/people/accounts/server/index.ts';
import { may } from '#platform/kernel/policy.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { deleteUnreferenced, inTransaction } from '#platform/server/database/transaction.ts';
import { sendKind } from '#platform/server/messages.ts';
import { fromEach, type OpenMatter } from '#platform/server/personal-data.ts';
import { moveToTrash, restore } from '#platform/server/records.ts';
import { endSessionsOf } from '#platform/server/sessions/sessions.ts';
import { openMattersMessage } from '../rules/closing.ts';
import * as policy from '../rules/policy.ts';
import { ACCOUNT_CLOSED } from '../texts/messages.ts';
import {
  CLOSED_NAME,
  type CustomerRow,
  forfeitHours,
  getCustomer,
  lockCustomer,
  lockOpenCustomer,
  readCustomer,
  saveCustomer,
} from './customer-record.ts';
import { personOf } from './personal-data.ts';

type Refused = Unproven | Refusal<'not_found' | 'account_has_open' | 'hours_left' | 'unavailable'>;

/** What prevents closing, and what would be lost. */
export async function previewClosing(ctx: ContextOf<'customer'>, id: string) {
  const customer = may(ctx.actor, policy.closeAccount, { customer: id }) ? await getCustomer(ctx, id) : null;
  if (customer === null) return refuse('not_found');
  return { matters: await findOpenMatters(ctx, customer), hoursLeft: customer.creditsLeft };
}

/**
 * Closes an account permanently: records that the ledger must keep stay, but are anonymised. Open matters
 * have to end first; hours are given up only if the customer sends their number.
 */
export async function closeAccount(
  ctx: ContextOf<'customer'>,
  id: string,
  sent: { readonly otp?: string | number | undefined; readonly forfeitHours?: number | undefined },
): Promise<{ readonly closed: true } | Refused> {
  const customer = may(ctx.actor, policy.closeAccount, { customer: id }) ? await getCustomer(ctx, id) : null;
  if (customer === null) return refuse('not_found');
  // Checked before the code is used up: otherwise a new code would be needed.
  const stays = (await whyNotYet(ctx, customer)) ?? whyHoursStay(customer.creditsLeft, sent.forfeitHours);
  if (stays !== null) return stays;
  const unproven = await checkFreshSignIn(ctx, { role: 'customer', mobile: customer.mobile, otp: sent.otp });
  if (unproven !== null) return unproven;
  return inTransaction(ctx, (tx) => close(tx, id, sent.forfeitHours));
}

/** Hours are locked before the customer's row, as everywhere; concurrent changes are seen under that lock. */
export async function close(
  from: Tx,
  id: string,
  forfeit: number | undefined,
): Promise<{ readonly closed: true } | Refusal<'not_found' | 'account_has_open' | 'hours_left'>> {
  // The audit entries about closing are written after the customer's IP address was removed from the others.
  const tx: Tx = { ...from, ip: '' };
  const forfeited = await forfeitHours(tx, id);
  const customer = await lockOpenCustomer(tx, id);
  if (customer === null) return refuse('not_found');
  const stays =
    whyHoursStay(forfeited, forfeit) ??
    whyHoursStay(customer.creditsLeft, undefined) ??
    (await whyNotYet(tx, customer));
  if (stays !== null) return stays;
  await sendGoodbye(tx, customer);
  const person = personOf(customer);
  await fromEach(tx, (data) => data.forget?.(tx, person));
  await endSessionsOf(tx, { role: 'customer', id }, 'closed');
  await makeNobody(tx, id);
  const after = forfeited === 0 ? undefined : { forfeitedHours: forfeited };
  await audit(tx, { action: 'customer.closed', subject: { kind: 'customer', id }, after });
  return { closed: true };
}

async function findOpenMatters(ctx: Context, customer: CustomerRow): Promise<OpenMatter[]> {
  const person = personOf(customer);
  return (await fromEach(ctx, (data) => data.openMatters?.(ctx, person))).flat();
}

async function whyNotYet(ctx: Context, customer: CustomerRow): Promise<Refusal<'account_has_open'> | null> {
  const matters = await findOpenMatters(ctx, customer);
  if (matters.length === 0) return null;
  return refuse('account_has_open', { detail: openMattersMessage(matters), extensions: { matters } });
}

function whyHoursStay(hours: number, forfeit: number | undefined): Refusal<'hours_left'> | null {
  return hours === (forfeit ?? 0) ? null : refuse('hours_left', { extensions: { hoursLeft: hours } });
}

/** Queued with its content: later the addresses are unknown. */
async function sendGoodbye(tx: Tx, { id, mobile, email }: CustomerRow): Promise<void> {
  const language = await tx.composed.messageWriter?.languageOf?.(tx, id);
  await sendKind(tx, ACCOUNT_CLOSED, { to: { mobile, email }, data: {}, keepsNothing: true, language });
}

async function makeNobody(tx: Tx, id: string): Promise<void> {
  const now = tx.clock.now().toString();
  await saveCustomer(tx, id, {
    mobile: '',
    email: '',
    salutation: '',
    firstname: CLOSED_NAME,
    lastname: '',
    displayName: '',
    stripeCustomerID: null,
    cardPaymentMethodID: null,
    cardBrand: null,
    cardLast4: null,
    cardExpiryMonth: null,
    cardExpiryYear: null,
    otpVerifiedAt: null,
    emailConfirmedAt: null,
    trashedAt: now,
    closedAt: now,
  });
}

/**
 * Deletes a customer who was added by mistake, with the homes and notes they were added with, so that number and e-mail
 * address are free again. Who has signed in, was changed since, or is named by a booking, a payment, a later note or
 * anything else, stays.
 * @param addedAt When all of it had been added.
 * @returns why the customer stays; null if they are gone.
 */
export async function removeUnusedCustomer(tx: Tx, id: string, addedAt: string): Promise<string | null> {
  const customer = await lockCustomer(tx, id);
  if (customer === null) return null;
  if (customer.otpVerifiedAt !== null) return 'This customer has signed in.';
  if (await isChangedSince(tx, id, addedAt)) return 'This customer was changed since.';
  const isDeleted = await deleteUnreferenced(tx, async () => {
    await tx.db.deleteFrom('customer_address').where('customerID', '=', id).execute();
    await tx.db
      .deleteFrom('customer_note')
      .where('customerID', '=', id)
      .where('createdAt', '<=', addedAt)
      .where('withdrawnAt', 'is', null)
      .execute();
    await tx.db.deleteFrom('customer').where('id', '=', id).execute();
  });
  if (!isDeleted) return 'This customer has bookings, payments, hours of credit, notes or other records.';
  await audit(tx, { action: 'customer.deleted', subject: { kind: 'customer', id } });
  return null;
}

/** Whether the customer or one of their homes was changed, or a home added. */
async function isChangedSince({ db }: Tx, id: string, addedAt: string): Promise<boolean> {
  const customer = db.selectFrom('customer').select('id').where('id', '=', id);
  const homes = db.selectFrom('customer_address').select('id').where('customerID', '=', id);
  const changed = await customer
    .where('updatedAt', '>', addedAt)
    .unionAll(homes.where('updatedAt', '>', addedAt))
    .limit(1)
    .execute();
  return changed.length > 0;
}

/** Trashes a customer; one with upcoming visits only if they are acknowledged. Sessions end at once. */
export function trashCustomer(ctx: Context, id: string, acknowledge = false) {
  return moveToTrash(ctx, {
    table: 'customer',
    id,
    read: (tx) => readCustomer(tx, id),
    canTrash: async (tx) => {
      const jobs = (await tx.composed.customerJobs?.visitsOf?.(tx, id)) ?? [];
      return jobs.length === 0 || acknowledge
        ? undefined
        : refuse('has_visits_ahead', { detail: visitsAheadText(jobs.length), extensions: { jobs } });
    },
    onTrash: (tx) => endSessionsOf(tx, { role: 'customer', id }, 'trashed'),
  });
}

function visitsAheadText(count: number): string {
  const visits = count === 1 ? '1 visit' : `${count} visits`;
  return `This customer has ${visits} booked. Cancel ${count === 1 ? 'it' : 'them'} first.`;
}

/** Restores a customer; refused for a closed account. */
export function untrashCustomer(ctx: Context, id: string) {
  return inTransaction(ctx, async (tx) => {
    const customer = await lockCustomer(tx, id);
    if (customer !== null && customer.closedAt !== null) return refuse('closed_for_good');
    return restore(tx, { table: 'customer', id, read: (tx) => readCustomer(tx, id) });
  });
}
