import { randomUUIDv7 } from 'node:crypto';
import type pg from 'pg';
import type { Role } from '#platform/kernel/actor.ts';
import { keysFrom } from '#platform/server/keys.ts';
import { signSessionToken } from '#platform/server/sessions/session-token.ts';

/** The secret that the bench's servers are started with. */
export const SECRET = 'a secret of the bench, which guards nothing';

/** Signs somebody in for a day, away from any screen; their Bearer token. */
export async function signIn(client: pg.Client, role: Role, accountId: string): Promise<string> {
  const sessionId = randomUUIDv7();
  const issued = Temporal.Now.instant();
  const expires = issued.add({ hours: 24 });
  await client.query(
    `insert into session (id, role, account_id, stay_signed_in, created_at, last_seen_at, expires_at, ip, user_agent)
     values ($1, $2, $3, true, $4, $4, $5, '127.0.0.1', 'bench')`,
    [sessionId, role, accountId, issued.toString(), expires.toString()],
  );
  return signSessionToken(keysFrom(SECRET), { sessionId, role }, { issued, expires });
}
