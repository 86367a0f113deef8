import { createHash, randomBytes } from 'node:crypto';
import { readContact } from '#features/catalogue/settings/server/index.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import { clientRules } from '#platform/server/client-network.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { type Mail, mailTask, sendMail } from '#platform/server/messages.ts';
import { originOf } from '#platform/server/origin.ts';
import { endSessionsOf } from '#platform/server/sessions/sessions.ts';
import { type Throttled, throttleAll } from '#platform/server/throttle.ts';
import { INVITATION_LIFE, RESET_KEPT, RESET_LIFE, RESET_LIMITS } from '../rules/passwords.ts';
import { invitationMail, passwordChangedMail, resetLinkMail } from '../texts/mails.ts';
import { type AdminRow, findAdmin, findAdminByIdentity, lockAdmin, saveAdmin } from './admin-record.ts';
import { hashPassword, refuseGuessable } from './passwords.ts';

declare module '#platform/server/outbox.ts' {
  interface TaskPayloads {
    'mail-reset-link': { readonly identity: string; readonly resetID: string };
  }
}

const TOKEN_BYTES = 32;
const DONE = { done: true } as const;
type Done = typeof DONE;

/**
 * Requests a password reset link. The task, not this request, looks up whether there is such an admin: known
 * and unknown names cost the same.
 */
export async function forgetPassword(
  ctx: Context,
  { identity }: { readonly identity: string },
): Promise<Done | Throttled | Refusal<'unavailable'>> {
  const refused = await throttleAll(ctx, [
    { key: `admin-forgot:${identity.toLowerCase()}`, ...RESET_LIMITS.name },
    ...clientRules('admin-forgot-from', RESET_LIMITS.address, ctx),
  ]);
  if (refused) return refused;
  return inTransaction(ctx, async (tx) => {
    await tx.outbox.publish(tx, 'mail-reset-link', { identity, resetID: tx.newID() });
    return DONE;
  });
}

/** Task: creates the link, replacing the previous one, and mails it. Does nothing if it has already done so. */
export async function mailResetLink(
  ctx: Context,
  { identity, resetID }: { readonly identity: string; readonly resetID: string },
): Promise<void> {
  const known = await findAdminByIdentity(ctx, identity);
  if (known === undefined) return;
  const sent = await inTransaction(ctx, async (tx) => {
    const admin = await lockAdmin(tx, known.id);
    if (admin.trashedAt !== null || admin.email === '' || (await isCreated(tx, resetID))) return;
    await endResetLinks(tx, admin.id, 'superseded');
    const { link, expiresAt } = await createLink(tx, admin, { id: resetID, life: RESET_LIFE });
    const minutes = RESET_LIFE.total('minutes');
    await mailAdmin(tx, admin, (to) => ({ ...resetLinkMail(to, { link, minutes }), notAfter: expiresAt }));
  });
  if (isRefusal(sent)) throw new Error('The password reset link could not be created: the database is busy.');
}

/** E-mails a new admin the link to choose their first password. */
export async function mailInvitation(tx: Tx, admin: AdminRow): Promise<void> {
  const { link, expiresAt } = await createLink(tx, admin, { id: tx.newID(), life: INVITATION_LIFE });
  const words = { link, identity: admin.identity, days: INVITATION_LIFE.total('days') };
  await mailAdmin(tx, admin, (to) => ({ ...invitationMail(to, words), notAfter: expiresAt }));
}

async function createLink(
  tx: Tx,
  admin: AdminRow,
  { id, life }: { readonly id: string; readonly life: Temporal.Duration },
): Promise<{ link: string; expiresAt: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const now = tx.clock.now();
  const expiresAt = now.add(life).toString();
  await tx.db
    .insertInto('admin_password_reset')
    .values({
      id,
      adminID: admin.id,
      tokenSha256: hashOf(token),
      createdAt: now.toString(),
      expiresAt: expiresAt,
    })
    .execute();
  return { link: linkWith(tx, token), expiresAt };
}

async function isCreated(tx: Tx, resetID: string): Promise<boolean> {
  const found = await tx.db
    .selectFrom('admin_password_reset')
    .select('id')
    .where('id', '=', resetID)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Sets a new password with the token of the newest link: once, within its lifetime. Two-factor authentication
 * stays on.
 */
export async function resetPassword(
  ctx: Context,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<Done | Refusal<'reset_link_dead' | 'invalid' | 'throttled' | 'unavailable'>> {
  const refused = await throttleAll(ctx, clientRules('admin-reset-from', RESET_LIMITS.address, ctx));
  if (refused) return refused;
  const link = await findLink(ctx, token);
  const admin = link === undefined ? undefined : await findAdmin(ctx, link.adminID);
  if (link === undefined || admin === undefined) return refuse('reset_link_dead');
  const guessable = refuseGuessable(password, admin.identity);
  if (guessable) return guessable;
  const passwordHash = await hashPassword(password);
  return inTransaction(ctx, async (tx) => {
    const locked = await lockAdmin(tx, admin.id);
    const isLive = (await findLink(tx, token)) !== undefined;
    if (!isLive || locked.trashedAt !== null) return refuse('reset_link_dead');
    await endResetLinks(tx, admin.id, 'used');
    await saveAdmin(tx, admin.id, { passwordHash: passwordHash });
    await endSessionsOf(tx, { role: 'admin', id: admin.id }, 'password-reset');
    await audit(tx, { action: 'admin.password-reset', subject: { kind: 'admin', id: admin.id } });
    await mailAdmin(tx, locked, passwordChangedMail);
    return DONE;
  });
}

/** Invalidates an admin's live link, if there is one. */
export async function endResetLinks(
  tx: Tx,
  adminID: string,
  reason: 'used' | 'superseded' | 'withdrawn',
): Promise<void> {
  await tx.db
    .updateTable('admin_password_reset')
    .set({ endedAt: tx.clock.now().toString(), endReason: reason })
    .where('adminID', '=', adminID)
    .where('endedAt', 'is', null)
    .execute();
}

/** Cron job: deletes links that have long expired. */
export async function purgeResetLinks(ctx: Context): Promise<void> {
  const limit = ctx.clock.now().subtract(RESET_KEPT).toString();
  await ctx.db.deleteFrom('admin_password_reset').where('createdAt', '<', limit).execute();
}

function findLink(ctx: Context, token: string) {
  return ctx.db
    .selectFrom('admin_password_reset')
    .select('adminID')
    .where('tokenSha256', '=', hashOf(token))
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', ctx.clock.now().toString())
    .executeTakeFirst();
}

/** In the URL fragment, so that no server, log or Referer header gets the token. */
function linkWith({ config }: Context, token: string): string {
  return `${originOf(config)}/reset-password#${token}`;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

type To = { readonly fullname: string; readonly business: string };

/** E-mails an admin about their sign-in; does nothing for one without an address. */
export async function mailAdmin(
  tx: Tx,
  admin: Pick<AdminRow, 'email' | 'fullname'>,
  write: (to: To) => Pick<Mail, 'id' | 'subject' | 'body' | 'notAfter'>,
): Promise<void> {
  if (admin.email === '') return;
  const { name: business } = await readContact(tx);
  await sendMail(tx, { to: admin.email, ...write({ fullname: admin.fullname, business }) });
}

/**
 * E-mails the office at the business address, or all admins if it has none. Does nothing without any address:
 * the subject is shown in the office anyway.
 */
export async function mailOffice(tx: Tx, mail: Omit<Mail, 'to'>): Promise<void> {
  const addresses = await officeAddresses(tx);
  await tx.outbox.publishAll(
    tx,
    addresses.map((to) => mailTask(tx, { ...mail, to })),
  );
}

async function officeAddresses(ctx: Context): Promise<readonly string[]> {
  const { email } = await readContact(ctx);
  if (email !== '') return [email];
  const admins = await ctx.db.selectFrom('admin').select('email').where('trashedAt', 'is', null).execute();
  return [...new Set(admins.map((admin) => admin.email).filter((address) => address !== ''))];
}
