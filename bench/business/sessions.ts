import { randomUUIDv7 } from 'node:crypto';
import type pg from 'pg';
import type { Role } from '#platform/kernel/actor.ts';
import { keysFrom } from '#platform/server/keys.ts';
import { signSessionToken } from '#platform/server/sessions/session-token.ts';

/** SESSION_SECRET of the bench's servers. */
export const SECRET = 'a secret of the bench, which protects nothing';

/** Creates sessions for a day. Returns Bearer tokens, in the order of the accounts. */
export async function signIn(
  client: pg.Client | pg.Pool,
  role: Role,
  accountIDs: readonly string[],
): Promise<string[]> {
  const sessionIDs = accountIDs.map(() => randomUUIDv7());
  const issued = Temporal.Now.instant();
  const expires = issued.add({ hours: 24 });
  await client.query(
    `insert into session (id, role, office_role, account_id, stay_signed_in, created_at, last_seen_at, expires_at, ip, user_agent)
     select id, $1, case when $1 = 'admin' then 'owner' end, account_id, true, $4, $4, $5, '127.0.0.1', 'bench'
     from unnest($2::uuid[], $3::uuid[]) as people (id, account_id)`,
    [role, sessionIDs, accountIDs, issued.toString(), expires.toString()],
  );
  const keys = keysFrom(SECRET);
  return Promise.all(
    sessionIDs.map((sessionID) => signSessionToken(keys, { sessionID, role }, { issued, expires })),
  );
}
