import { createHash, randomBytes } from 'node:crypto';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { sendKind } from '#platform/server/messages.ts';
import { auditChange } from '#platform/server/records.ts';
import { type Throttled, type ThrottleRule, throttle, throttleAll } from '#platform/server/throttle.ts';
import type { CustomerReply } from '../customer-shapes.ts';
import {
  EMAIL_CHANGE_KEPT,
  EMAIL_CHANGES,
  EMAIL_LINK_LIFE,
  EMAIL_RESENDS,
  HAS_ACCOUNT_MAILS,
} from '../rules/email-change.ts';
import { changeOwnEmail } from '../rules/policy.ts';
import { EMAIL_CHANGED, EMAIL_CONFIRMATION, EMAIL_HAS_ACCOUNT } from '../texts/messages.ts';
import {
  type CustomerRow,
  customerConstraints,
  findOpenByEmail,
  lockOpenCustomer,
  readCustomerInFull,
  readPendingEmail,
  saveCustomer,
} from './customer-record.ts';
import { registerRefusedRules } from './register-customer.ts';

declare module '#platform/server/outbox.ts' {
  interface TaskPayloads {
    'mail-email-change': { readonly changeID: string };
  }
}

/** Counts a new address before it is known whose it is, so that the count reveals nothing either. */
export function countEmailChange(ctx: Context, customerID: string): Promise<Throttled | null> {
  return count(
    ctx,
    { key: `email-change:${customerID}`, ...EMAIL_CHANGES },
    'You can change your e-mail address three times a day. Try again later.',
  );
}

async function count(ctx: Context, rule: ThrottleRule, detail: string): Promise<Throttled | null> {
  const throttled = await throttleAll(ctx, [rule, ...registerRefusedRules(ctx)]);
  return throttled && { ...throttled, detail };
}

/**
 * Saves the new address as pending, replacing an earlier one. The customer must be locked. The task that
 * sends the e-mail looks up the owner of the address, so that a request for a used address does and costs the
 * same.
 */
export async function startEmailChange(tx: Tx, customerID: string, email: string): Promise<void> {
  await endEmailChange(tx, customerID, 'superseded');
  const changeID = tx.newID();
  const now = tx.clock.now();
  await tx.db
    .insertInto('customer_email_change')
    .values({
      id: changeID,
      customerID,
      email,
      createdAt: now.toString(),
      expiresAt: now.add(EMAIL_LINK_LIFE).toString(),
    })
    .execute();
  await tx.outbox.publish(tx, 'mail-email-change', { changeID });
}

/** Ends the pending change, if there is one. */
export async function endEmailChange(
  tx: Tx,
  customerID: string,
  reason: 'confirmed' | 'superseded' | 'cancelled' | 'withdrawn',
): Promise<void> {
  await tx.db
    .updateTable('customer_email_change')
    .set({ endedAt: tx.clock.now().toString(), endReason: reason })
    .where('customerID', '=', customerID)
    .where('endedAt', 'is', null)
    .execute();
}

/** Sends a new link to the pending address. */
export async function resendEmailConfirmation(
  ctx: ContextOf<'customer'>,
  id: string,
): Promise<CustomerReply | Refusal<'not_found' | 'no_email_change' | 'throttled' | 'unavailable'>> {
  if (!may(ctx.actor, changeOwnEmail, { customer: id })) return refuse('not_found');
  if ((await readPendingEmail(ctx, id)) === null) return refuse('no_email_change');
  const rule = { key: `email-change-resend:${id}`, ...EMAIL_RESENDS };
  const refused = await count(ctx, rule, 'We can send the link three times a day. Try again later.');
  if (refused !== null) return refused;
  return inTransaction(ctx, async (tx) => {
    if ((await lockOpenCustomer(tx, id)) === null) return refuse('not_found');
    const email = await readPendingEmail(tx, id);
    if (email === null) return refuse('no_email_change');
    await startEmailChange(tx, id, email);
    return readCustomerInFull(tx, id);
  });
}

/** Keeps the current address. Does nothing without a pending one. */
export async function cancelEmailChange(
  ctx: ContextOf<'customer'>,
  id: string,
): Promise<CustomerReply | Refusal<'not_found' | 'unavailable'>> {
  if (!may(ctx.actor, changeOwnEmail, { customer: id })) return refuse('not_found');
  return inTransaction(ctx, async (tx) => {
    if ((await lockOpenCustomer(tx, id)) === null) return refuse('not_found');
    await endEmailChange(tx, id, 'cancelled');
    return readCustomerInFull(tx, id);
  });
}

/**
 * Confirms the new address with the token of its link. Of two concurrent requests, one finds the link used.
 */
export async function confirmEmail(
  ctx: Context,
  token: string,
): Promise<{ readonly done: true } | Refusal<'email_link_dead' | 'email_in_use' | 'unavailable'>> {
  const found = await findLiveChange(ctx, token);
  if (found === undefined) return refuse('email_link_dead');
  return inTransaction(
    ctx,
    async (tx) => {
      const before = await lockOpenCustomer(tx, found.customerID);
      const change = await findLiveChange(tx, token);
      if (before === null || before.trashedAt !== null || change === undefined)
        return refuse('email_link_dead');
      const { email } = change;
      await endEmailChange(tx, before.id, 'confirmed');
      await saveCustomer(tx, before.id, { email, emailConfirmedAt: tx.clock.now().toString() });
      await notifyOldEmail(tx, before);
      await auditChange(tx, { kind: 'customer', id: before.id }, { email: before.email }, { email });
      return { done: true } as const;
    },
    { customer_email_key: customerConstraints.customer_email_key },
  );
}

/** Notifies the old address, unless it was never confirmed: it may be a stranger's. */
export async function notifyOldEmail(
  tx: Tx,
  { id, email, emailConfirmedAt: confirmedAt }: CustomerRow,
): Promise<void> {
  if (confirmedAt === null) return;
  // The address no longer belongs to the customer, so neither it nor the text is stored.
  await sendKind(tx, EMAIL_CHANGED, { to: { email }, customerID: id, data: {}, keepsNothing: true });
}

/** Cron job: deletes requests whose links expired long ago. */
export async function purgeEmailChanges(ctx: Context): Promise<void> {
  const limit = ctx.clock.now().subtract(EMAIL_CHANGE_KEPT).toString();
  await ctx.db.deleteFrom('customer_email_change').where('createdAt', '<', limit).execute();
}

export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function findLiveChange(ctx: Context, token: string) {
  return ctx.db
    .selectFrom('customer_email_change')
    .select(['customerID', 'email'])
    .where('tokenSha256', '=', hashOfToken(token))
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', ctx.clock.now().toString())
    .executeTakeFirst();
}

const TOKEN_BYTES = 32;

/** Task: sends the link to the new address, or notifies the customer who has that address. */
export async function mailEmailChange(
  ctx: Context,
  { changeID }: { readonly changeID: string },
): Promise<void> {
  const change = await findUnsent(ctx, changeID);
  if (change === undefined) return;
  const owner = await findOpenByEmail(ctx, change.email);
  if (owner !== null && owner.id !== change.customerID) await notifyOwner(ctx, owner);
  else await mailLink(ctx, changeID);
}

function findUnsent(ctx: Context, changeID: string) {
  return ctx.db
    .selectFrom('customer_email_change')
    .select(['email', 'customerID'])
    .where('id', '=', changeID)
    .where('endedAt', 'is', null)
    .where('tokenSha256', 'is', null)
    .executeTakeFirst();
}

/** At most once a day, however often and by however many customers the address is entered. */
async function notifyOwner(ctx: Context, { id, email }: CustomerRow): Promise<void> {
  if ((await throttle(ctx, { key: `email-has-account:${id}`, ...HAS_ACCOUNT_MAILS })) !== null) return;
  const sent = await inTransaction(ctx, (tx) =>
    sendKind(tx, EMAIL_HAS_ACCOUNT, { to: { email }, customerID: id, data: {} }),
  );
  if (isRefusal(sent)) throw new Error('The e-mail to the owner of an address could not be queued.');
}

/** If the task runs again it finds the token stored, and sends nothing. */
async function mailLink(ctx: Context, changeID: string): Promise<void> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const sent = await inTransaction(ctx, async (tx) => {
    const change = await tx.db
      .updateTable('customer_email_change')
      .set({ tokenSha256: hashOfToken(token) })
      .where('id', '=', changeID)
      .where('endedAt', 'is', null)
      .where('tokenSha256', 'is', null)
      .returning(['email', 'customerID', 'expiresAt'])
      .executeTakeFirst();
    if (change === undefined) return;
    await sendKind(tx, EMAIL_CONFIRMATION, {
      to: { email: change.email },
      customerID: change.customerID,
      data: { token },
      notAfter: readDatabaseTime(change.expiresAt),
      // Neither the link nor an address that may be a stranger's is stored in the message log.
      keepsNothing: true,
    });
  });
  if (isRefusal(sent)) throw new Error('The confirmation link could not be queued.');
}
