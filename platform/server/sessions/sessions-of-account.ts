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
    .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
    .where('role', '=', role)
    .where('account_id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>=', now.toString())
    .where((row) =>
      row.or(
        [true, false].map((stay) =>
          row.and([row('stay_signed_in', '=', stay), row('last_seen_at', '>=', seenSince(stay))]),
        ),
      ),
    )
    .orderBy('last_seen_at', 'desc')
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
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  if (found === undefined) return false;
  await endSession(ctx, found.id, session.reason);
  return true;
}
