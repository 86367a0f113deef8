import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { type NewSession, openSession } from '#platform/server/sessions/sessions.ts';
import { refundThrottles } from '#platform/server/throttle.ts';
import { type AdminRow, findAdminByIdentity, lockAdmin, officeRoleOf } from './admin-record.ts';
import { countPasswordTry } from './password-throttles.ts';
import { isPassword } from './passwords.ts';
import { countOtp, type Otp, type SecondStepRefused, takeSecondStep, uncountOtp } from './second-step.ts';

export interface AdminSignIn {
  readonly identity: string | null | undefined;
  readonly password: string | null | undefined;
  /** From the authenticator app, or a recovery code, if the admin's sign-in requires one. */
  readonly otp: Otp;
  readonly browser: boolean;
  readonly staySignedIn: boolean;
}

/**
 * Signs an admin in. A wrong name, a wrong password and a trashed admin get the same reply after the same
 * work. A try is counted before the password is compared, and undone if it was right.
 */
export async function signInAdmin(
  ctx: Context,
  typed: AdminSignIn,
): Promise<
  | { admin: AdminRow; session: NewSession }
  | Refusal<'missing_credentials' | 'wrong_credentials' | 'throttled' | 'unavailable'>
  | SecondStepRefused
> {
  const identity = typed.identity?.trim() ?? '';
  const password = typed.password?.trim() ?? '';
  if (identity === '' || password === '') return refuse('missing_credentials');
  const admin = await findAdminByIdentity(ctx, identity);
  const counted = await countPasswordTry(ctx, identity, admin);
  if (isRefusal(counted)) return counted;
  const isRight = await isPassword(password, admin?.passwordHash ?? null);
  const signedIn = admin !== undefined && isRight ? await takeBothSteps(ctx, admin, typed) : null;
  const isOver = signedIn === null || (isRefusal(signedIn) && signedIn.refusal !== 'otp_needed');
  if (isOver) ctx.log.warn({ ip: ctx.ip }, 'admin sign-in failed');
  if (signedIn === null) return refuse('wrong_credentials');
  // If a code is requested now, the password was right, so it was not a guess.
  if (!isOver) await refundThrottles(ctx, counted);
  return signedIn;
}

/** The password was right. A code is counted before it is compared, and undone if it was right. */
async function takeBothSteps(ctx: Context, admin: AdminRow, { otp, browser, staySignedIn }: AdminSignIn) {
  const throttled = await countOtp(ctx, admin.id, otp);
  if (throttled) return throttled;
  const signedIn = await startAdminSession(ctx, admin, { otp, browser, staySignedIn });
  if (signedIn !== null && !isRefusal(signedIn)) await uncountOtp(ctx, admin.id, otp);
  return signedIn;
}

/**
 * Null for a trashed admin, or if the password was changed since it was compared. Takes the lock that
 * trashing and changing take, so that no session starts after they have ended the existing ones.
 */
async function startAdminSession(
  ctx: Context,
  compared: AdminRow,
  { otp, browser, staySignedIn }: Pick<AdminSignIn, 'otp' | 'browser' | 'staySignedIn'>,
) {
  return inTransaction(ctx, async (tx) => {
    const admin = await lockAdmin(tx, compared.id);
    if (admin.trashedAt !== null || admin.passwordHash !== compared.passwordHash) return null;
    const refused = await takeSecondStep(tx, admin, otp);
    if (refused) return refused;
    const officeRole = officeRoleOf(admin);
    const by = { role: 'admin', officeRole, accountID: admin.id, staySignedIn: false, browser } as const;
    return { admin, session: await openSession(tx, { ...by, outlivesBrowser: staySignedIn }) };
  });
}
