import { readContact } from '#features/catalogue/settings/server/index.ts';
import { ownSession } from '#platform/kernel/actor.ts';
import { wireTimeOrNull } from '#platform/kernel/business-time.ts';
import { isRefusal, refuse } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { endSessionsOf } from '#platform/server/sessions/sessions.ts';
import type { TotpReply } from '../contract/totp.ts';
import { readTypedCode } from '../rules/totp.ts';
import { totpChangedMail } from '../texts/mails.ts';
import { type AdminRow, findAdmin, findOwnAdmin, lockAdmin, saveTotp, toAdminReply } from './admin-record.ts';
import { mailAdmin } from './forgotten-password.ts';
import { checkCurrentPassword } from './passwords.ts';
import { countRecoveryCodes, deleteRecoveryCodes, issueRecoveryCodes } from './recovery-codes.ts';
import { countOtp, newTotpSecret, spendTotp, takeSecondStep, totpUri, uncountOtp } from './second-step.ts';

type Own = ContextOf<'admin'>;
const NO_TOTP = { totpSecret: null, totpSince: null } as const;

/** Whether the admin's own sign-in requires a code. */
export async function readOwnTotp(ctx: Own): Promise<TotpReply> {
  const admin = await findOwnAdmin(ctx);
  const isOn = admin.totpSince !== null;
  return {
    since: wireTimeOrNull(admin.totpSince),
    recoveryCodesLeft: isOn ? await countRecoveryCodes(ctx, admin.id) : 0,
  };
}

/**
 * Creates a secret for the authenticator app. It takes effect once a code of it is confirmed; until then a
 * newer one replaces it.
 */
export async function beginTotp(ctx: Own, { currentPassword }: { currentPassword: string }) {
  const admin = await findOwnAdmin(ctx);
  const refused = await checkCurrentPassword(ctx, currentPassword);
  if (refused) return refused;
  const secret = newTotpSecret();
  const { name: issuer } = await readContact(ctx);
  return inTransaction(ctx, async (tx) => {
    const locked = await lockAdmin(tx, admin.id);
    if (locked.totpSince !== null) return refuse('totp_on');
    await saveTotp(tx, admin.id, {
      totpSecret: tx.keys.seal('totp', secret, admin.id),
      totpLastStep: 0,
    });
    return { secret, uri: totpUri(secret, { issuer, label: locked.identity }) };
  });
}

/**
 * Confirms the app's first code. From now on sign-in requires one; the other sessions, which had none, end.
 */
export async function confirmTotp(ctx: Own, { otp }: { otp: string | number }) {
  const { id } = ctx.actor;
  const throttled = await countOtp(ctx, id, otp);
  if (throttled) return throttled;
  const confirmed = await inTransaction(ctx, async (tx) => {
    const admin = await lockAdmin(tx, id);
    if (admin.totpSince !== null) return refuse('totp_on');
    if (admin.totpSecret === null) return refuse('totp_not_begun');
    const typed = readTypedCode(otp);
    if (typed?.kind !== 'totp') return refuse('totp_wrong');
    const refused = await spendTotp(tx, admin, typed.code);
    if (refused) return refused;
    await saveTotp(tx, id, { totpSince: tx.clock.now().toString() });
    const recoveryCodes = await issueRecoveryCodes(tx, id);
    await endSessionsOf(
      tx,
      { role: 'admin', id, ...ownSession(tx.actor, { role: 'admin', id }) },
      'totp-enrolled',
    );
    await audit(tx, { action: 'admin.totp-enrolled', subject: { kind: 'admin', id } });
    await mailAdmin(tx, admin, (to) => totpChangedMail(to, 'on'));
    return { recoveryCodes };
  });
  if (!isRefusal(confirmed)) await uncountOtp(ctx, id, otp);
  return confirmed;
}

/** Turns two-factor authentication off, with the password and one last code. */
export async function endTotp(ctx: Own, given: { currentPassword: string; otp: string | number }) {
  const admin = await findOwnAdmin(ctx);
  const wrong = await checkCurrentPassword(ctx, given.currentPassword);
  if (wrong) return wrong;
  const throttled = await countOtp(ctx, admin.id, given.otp);
  if (throttled) return throttled;
  const ended = await inTransaction(ctx, async (tx) => {
    const locked = await lockAdmin(tx, admin.id);
    const refused = await takeSecondStep(tx, locked, given.otp);
    if (refused) return refused;
    if (locked.totpSince !== null) await removeTotp(tx, locked, 'off');
    else noChange(tx);
    return { done: true } as const;
  });
  if (!isRefusal(ended)) await uncountOtp(ctx, admin.id, given.otp);
  return ended;
}

/**
 * For another admin who has lost phone and recovery codes. Whoever holds the phone may be signed in on it, so
 * their sessions end. One's own is turned off with a code, or by a colleague.
 */
export async function resetTotp(ctx: Own, id: string, given: { currentPassword?: string | undefined }) {
  if (id === ctx.actor.id) return refuse('totp_own');
  if ((await findAdmin(ctx, id)) === undefined) return refuse('not_found');
  const refused = await checkCurrentPassword(ctx, given.currentPassword);
  if (refused) return refused;
  return inTransaction(ctx, async (tx) => {
    const admin = await lockAdmin(tx, id);
    if (admin.totpSince === null) {
      noChange(tx);
      return toAdminReply(admin);
    }
    await removeTotp(tx, admin, 'reset');
    await endSessionsOf(tx, { role: 'admin', id }, 'totp-reset');
    return toAdminReply({ ...admin, ...NO_TOTP });
  });
}

async function removeTotp(tx: Tx, admin: AdminRow, change: 'off' | 'reset'): Promise<void> {
  await saveTotp(tx, admin.id, NO_TOTP);
  await deleteRecoveryCodes(tx, admin.id);
  await audit(tx, { action: `admin.totp-${change}`, subject: { kind: 'admin', id: admin.id } });
  await mailAdmin(tx, admin, (to) => totpChangedMail(to, change));
}
