import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type pg from 'pg';
import type { Role } from '#platform/kernel/actor.ts';
import { keysFrom } from '#platform/server/keys.ts';
import { signSessionToken } from '#platform/server/sessions/session-token.ts';

/** The secret that the bench's servers are started with. */
export const SECRET = 'a secret of the bench, which guards nothing';

/** Signs people in for a day, away from any screen; their Bearer tokens. */
export async function signIn(
  client: pg.Client,
  role: Role,
  accountIds: readonly string[],
): Promise<string[]> {
  const sessionIds = accountIds.map(() => randomUUIDv7());
  const issued = Temporal.Now.instant();
  const expires = issued.add({ hours: 24 });
  await client.query(
    `insert into session (id, role, account_id, stay_signed_in, created_at, last_seen_at, expires_at, ip, user_agent)
     select id, $1, account_id, true, $4, $4, $5, '127.0.0.1', 'bench'
     from unnest($2::uuid[], $3::uuid[]) as people (id, account_id)`,
    [role, sessionIds, accountIds, issued.toString(), expires.toString()],
  );
  const keys = keysFrom(SECRET);
  return Promise.all(
    sessionIds.map((sessionId) => signSessionToken(keys, { sessionId, role }, { issued, expires })),
  );
}

/** A calendar feed of somebody's own, in place of the one of an earlier run; its secret. */
export async function openFeed(client: pg.Client, role: Role, accountId: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await client.query('delete from calendar_feed where account_id = $1', [accountId]);
  await client.query(
    'insert into calendar_feed (id, role, account_id, secret_mac, created_at) values ($1, $2, $3, $4, now())',
    [randomUUIDv7(), role, accountId, keysFrom(SECRET).mac('feed', secret)],
  );
  return secret;
}
