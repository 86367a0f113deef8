import { wireTime } from '#platform/kernel/business-time.ts';
import { readHead } from '#platform/server/audit-chain/verify-audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { AuditChain } from '../contract.ts';

/** The state of the chain, and what its last full check found. */
export async function readAuditChain({ db }: Context): Promise<AuditChain> {
  const head = await readHead(db);
  const unsealed = await db
    .selectFrom('audit_unsealed')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow();
  const check = await db
    .selectFrom('audit_check')
    .select(['at', 'entries', 'problem'])
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const lastCheck =
    check === undefined ? null : { at: wireTime(check.at), entries: check.entries, problem: check.problem };
  return { head: head.hash, links: Math.max(0, head.seq), waiting: unsealed.waiting, lastCheck };
}
