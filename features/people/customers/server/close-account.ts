import { checkFreshSignIn, type Unproven } from '#features/people/accounts/server/index.ts';
import { may } from '#platform/kernel/policy.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { sendKind } from '#platform/server/messages.ts';
import { fromEach, type OpenMatter } from '#platform/server/personal-data.ts';
import { endSessionsOf } from '#platform/server/sessions/sessions.ts';
import { openMattersMessage } from '../rules/closing.ts';
import { ACCOUNT_CLOSED } from '../rules/messages.ts';
import * as policy from '../rules/policy.ts';
import { CLOSED_NAME } from './closed-account.ts';
import { forfeitHours } from './customer-credits.ts';
import { type CustomerRow, getCustomer, lockOpenCustomer, saveCustomer } from './customer-record.ts';
import { personOf } from './own-data.ts';

type Refused = Unproven | Refusal<'not_found' | 'account_has_open' | 'hours_left' | 'unavailable'>;

/** What prevents closing, and what would be lost. */
export async function previewClosing(ctx: ContextOf<'customer'>, id: string) {
  const customer = may(ctx.actor, policy.closeAccount, { customer: id }) ? await getCustomer(ctx, id) : null;
  if (customer === null) return refuse('not_found');
  return { matters: await findOpenMatters(ctx, customer), hoursLeft: customer.credits_left };
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
  const stays = (await whyNotYet(ctx, customer)) ?? whyHoursStay(customer.credits_left, sent.forfeitHours);
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
    whyHoursStay(customer.credits_left, undefined) ??
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
    display_name: '',
    stripe_customer_id: null,
    card_payment_method_id: null,
    card_brand: null,
    card_last4: null,
    card_expiry_month: null,
    card_expiry_year: null,
    otp_verified_at: null,
    email_confirmed_at: null,
    trashed_at: now,
    closed_at: now,
  });
}
