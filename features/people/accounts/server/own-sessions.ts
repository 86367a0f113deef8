import type { SignedIn } from '#platform/kernel/actor.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { endSessionsOf } from '#platform/server/sessions/sessions.ts';
import { endSessionOf, liveSessionsOf } from '#platform/server/sessions/sessions-of-account.ts';
import type { SessionsReply } from '../contract.ts';
import { readDevice } from '../rules/device.ts';

/** The user's active sessions, most recently used first. */
export async function listOwnSessions(ctx: Context<SignedIn>): Promise<SessionsReply> {
  const rows = await liveSessionsOf(ctx, ctx.actor);
  const items = rows.map((row) => ({
    id: row.id,
    ...readDevice(row.userAgent),
    createdAt: wireTime(row.createdAt),
    lastSeenAt: wireTime(row.lastSeenAt),
    current: row.id === ctx.actor.sessionID,
  }));
  return { items, next: null, total: items.length, from: 0, size: items.length };
}

/** Ends one of the user's sessions. Idempotent: one that has already ended is not an error. */
export async function endOwnSession(
  ctx: Context<SignedIn>,
  sessionID: string,
): Promise<{ done: true } | Refusal<'not_found'>> {
  const isOwn = await endSessionOf(ctx, ctx.actor, { id: sessionID, reason: 'signed-out' });
  return isOwn ? { done: true } : refuse('not_found');
}

/** Ends all of the user's sessions, including the current one, and revokes their calendar feeds. */
export function signOutEverywhere(ctx: Context<SignedIn>): Promise<{ done: true } | Refusal<'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const { role, id } = tx.actor;
    await endSessionsOf(tx, { role, id }, 'signed-out-everywhere');
    await audit(tx, { action: `${role}.signed-out-everywhere`, subject: { kind: role, id } });
    return { done: true } as const;
  });
}
