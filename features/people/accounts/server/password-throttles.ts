import { sql } from 'kysely';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { clientRules } from '#platform/server/client-network.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { knownBrowserID } from '#platform/server/sessions/known-browser.ts';
import {
  peekThrottle,
  type Throttled,
  type ThrottleRule,
  throttle,
  throttleAll,
} from '#platform/server/throttle.ts';
import type { SignInAttemptsReply } from '../contract.ts';
import { isUnderAttack } from '../rules/attacks.ts';
import { CODE_RETENTION } from '../rules/codes.ts';
import { PASSWORD_LIMITS, SLOW_TRIES } from '../rules/passwords.ts';
import { passwordGuessedMail } from '../texts/mails.ts';
import { type AdminRow, findAdminByIdentity } from './admin-record.ts';
import { isBlocked } from './code-throttles.ts';
import { mailAdmin } from './forgotten-password.ts';

declare module '#platform/server/outbox.ts' {
  interface TaskPayloads {
    'warn-guessed-admin': { readonly identity: string; readonly messageID: string };
  }
}

/**
 * Counts a try to sign in to the office before the password is compared; returns the rules with which to undo
 * it. A browser that this admin was signed in with has its own budget, which nobody else can use up. All
 * other tries count for the name at its network, for the network, and for the name globally, known or not.
 */
export async function countPasswordTry(
  ctx: Context,
  identity: string,
  admin: AdminRow | undefined,
): Promise<readonly ThrottleRule[] | Throttled> {
  const browser = admin === undefined ? null : knownBrowserID(ctx, { role: 'admin', id: admin.id });
  if (browser !== null)
    return countUnder(ctx, [{ key: `admin-sign-in-known:${browser}`, ...PASSWORD_LIMITS.name }]);
  const name = identity.toLowerCase();
  const byClient = [
    ...clientRules(`admin-sign-in:${name}`, PASSWORD_LIMITS.name, ctx),
    ...clientRules('admin-sign-in-from', PASSWORD_LIMITS.address, ctx),
  ];
  const everywhere = { key: `admin-sign-in-name:${name}`, ...PASSWORD_LIMITS.nameEverywhere };
  const counted = await countUnder(ctx, [...byClient, everywhere]);
  if (!isRefusal(counted) || (await peekThrottle(ctx, everywhere)) === null) return counted;
  await warnOnce(ctx, name);
  return countUnder(ctx, [...byClient, ...slowRules(name)]);
}

/** Task: warns an admin that their password is being guessed. */
export async function warnGuessedAdmin(
  ctx: Context,
  { identity, messageID }: { readonly identity: string; readonly messageID: string },
): Promise<void> {
  const admin = await findAdminByIdentity(ctx, identity);
  if (admin === undefined || admin.trashedAt !== null) return;
  const sent = await inTransaction(ctx, (tx) =>
    mailAdmin(tx, admin, (to) => ({ id: messageID, ...passwordGuessedMail(to) })),
  );
  if (isRefusal(sent)) throw new Error('The warning could not be queued: the database is busy.');
}

async function countUnder(ctx: Context, rules: readonly ThrottleRule[]) {
  return (await throttleAll(ctx, rules)) ?? rules;
}

/**
 * Once a day per name. The task looks up whether there is such an admin: known and unknown names cost the
 * same.
 */
async function warnOnce(ctx: Context, name: string): Promise<void> {
  const refused = await throttle(ctx, { key: `admin-guessed-told:${name}`, ...PASSWORD_LIMITS.warning });
  if (refused !== null) return;
  ctx.log.warn({ wake: true }, 'password of an admin name is being guessed from many addresses');
  const messageID = ctx.newID();
  await inTransaction(ctx, (tx) =>
    tx.outbox.publish(tx, 'warn-guessed-admin', { identity: name, messageID }),
  );
}

function slowRules(name: string): ThrottleRule[] {
  return SLOW_TRIES.map((limit) => ({ key: `admin-sign-in-slow-${limit.most}:${name}`, ...limit }));
}

/** Attempts with a mobile number by strangers, or by the owner in a new browser, in the last 24 hours. */
export async function readSignInAttempts(ctx: Context, mobile: string): Promise<SignInAttemptsReply> {
  const { unusedCodes, wrongTries } = await ctx.db
    .selectFrom('one_time_code')
    .select([
      sql<number>`count(*)::int`.as('unusedCodes'),
      sql<number>`coalesce(sum(tries), 0)::int`.as('wrongTries'),
    ])
    .where('mobile', '=', mobile)
    .where('createdAt', '>', ctx.clock.now().subtract(CODE_RETENTION).toString())
    .where('knownBrowser', 'is', null)
    .where('endReason', 'is distinct from', 'used')
    .executeTakeFirstOrThrow();
  const attempts = { wrongTries, unusedCodes };
  return { ...attempts, attacked: isUnderAttack(attempts), blocked: await isBlocked(ctx, mobile) };
}
