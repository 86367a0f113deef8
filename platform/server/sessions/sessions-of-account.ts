import type { Role } from '../../kernel/actor.ts';
import type { Context } from '../context.ts';
import { sessionLife } from './session-rules.ts';
import { endSession } from './sessions.ts';

interface Account {
  readonly role: Role;
  readonly id: string;
}

/** Nobody reads through more than this; "sign out everywhere" ends the others too. */
const MAX_SHOWN = 100;

/** An account's active sessions, most recently seen first. */
export function liveSessionsOf(ctx: Context, { role, id }: Account) {
  const now = ctx.clock.now();
  const seenSince = (stay: boolean) => now.subtract(sessionLife(role, stay).idle).toString();
  return ctx.db
    .selectFrom('session')
    .select(['id', 'userAgent', 'createdAt', 'lastSeenAt'])
    .where('role', '=', role)
    .where('accountID', '=', id)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>=', now.toString())
    .where((row) =>
      row.or(
        [true, false].map((stay) =>
          row.and([row('staySignedIn', '=', stay), row('lastSeenAt', '>=', seenSince(stay))]),
        ),
      ),
    )
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_SHOWN)
    .execute();
}

/** Ends one session of an account; false if it has no such session. No effect on one that has already ended. */
export async function endSessionOf(
  ctx: Context,
  account: Account,
  session: { readonly id: string; readonly reason: string },
): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('session')
    .select('id')
    .where('id', '=', session.id)
    .where('role', '=', account.role)
    .where('accountID', '=', account.id)
    .executeTakeFirst();
  if (found === undefined) return false;
  await endSession(ctx, found.id, session.reason);
  return true;
}
