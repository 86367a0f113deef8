import { sql } from 'kysely';
import type { Services } from '../context.ts';
import type { Db } from '../database/database.ts';
import {
  contentOf,
  ENTRY_TEXT,
  type EntryText,
  factsOf,
  hashOf,
  type Link,
  micros,
  NO_HASH,
} from './links.ts';

const BATCH = 1000;

/**
 * Cron job. Adds to the chain what is not in it yet, in the order of writing; entries that are committed late get a later
 * position. Any number of processes may run it: they take turns in one run. Returns the number of new links.
 */
export async function sealAudit({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const sealedAt = clock.now().round({ smallestUnit: 'microsecond', roundingMode: 'trunc' });
  for (let sealed = 0; ; ) {
    const links = await db.transaction().execute((tx) => sealBatch(tx, sealedAt));
    sealed += links;
    if (links < BATCH) return sealed;
  }
}

interface Unsealed extends Omit<EntryText, 'id'> {
  readonly queueID: number;
  readonly kind: string;
  readonly entryID: string | null;
  /** Of a purge. */
  readonly limitUs: string | null;
}

async function sealBatch(db: Db, sealedAt: Temporal.Instant): Promise<number> {
  const head = await sql<{ seq: number; hash: string; openRunUs: string | null }>`
    select seq, encode(hash, 'hex') as hash, ${micros('openRunAt')} as open_run_us
    from audit_head for update`.execute(db);
  const [last] = head.rows;
  if (last === undefined) throw new Error('The row of audit_head is missing.');
  // A queued entry that no longer exists stays queued: verifyAudit reports it.
  const { rows } = await sql<Unsealed>`
    select u.id as queue_id, u.kind, u.entry_id::text, ${micros('u.at')} as limit_us, ${ENTRY_TEXT}
    from audit_unsealed as u left join audit_entry as e on e.id = u.entry_id
    where u.kind = 'purge' or e.id is not null
    order by u.id limit ${BATCH}`.execute(db);
  if (rows.length === 0) {
    await sql`update audit_head set open_run_at = null where open_run_at is not null`.execute(db);
    return 0;
  }
  // A run that another process has not finished goes on: what was waiting belongs to it.
  const sealedAtUs = last.openRunUs ?? String(sealedAt.epochNanoseconds / 1000n);
  const isFull = rows.length === BATCH;
  let { seq, hash } = last;
  const links = rows.map((row) => {
    seq += 1;
    const link = linkOf(row, { seq, sealedAtUs });
    hash = hashOf(hash, link);
    return { ...link, hash };
  });
  await insertLinks(db, links);
  await sql`
    update audit_head set seq = ${seq}, hash = decode(${hash}, 'hex'),
      open_run_at = case when ${isFull} then to_timestamp(0) + ${sealedAtUs}::bigint * interval '1 us' end`.execute(
    db,
  );
  await sql`delete from audit_unsealed where id = any(${rows.map((row) => row.queueID)})`.execute(db);
  return rows.length;
}

function linkOf(row: Unsealed, at: Pick<Link, 'seq' | 'sealedAtUs'>): Link {
  const { kind, entryID } = row;
  if (entryID === null)
    return { ...at, kind, entryID, atUs: row.limitUs ?? '', facts: NO_HASH, content: NO_HASH };
  const entry = { ...row, id: entryID };
  return { ...at, kind, entryID, atUs: row.atUs, facts: factsOf(entry), content: contentOf(entry) };
}

async function insertLinks(db: Db, links: readonly (Link & { readonly hash: string })[]): Promise<void> {
  const column = <K extends keyof (typeof links)[number]>(name: K) => links.map((link) => link[name]);
  await sql`
    insert into audit_link (seq, kind, entry_id, at, sealed_at, facts, content, hash)
    select seq, kind, entry_id, to_timestamp(0) + at_us * interval '1 us', to_timestamp(0) + sealed_at_us * interval '1 us',
      decode(facts, 'hex'), decode(content, 'hex'), decode(hash, 'hex')
    from unnest(${column('seq')}::bigint[], ${column('kind')}::text[], ${column('entryID')}::uuid[],
      ${column('atUs')}::bigint[], ${column('sealedAtUs')}::bigint[], ${column('facts')}::text[],
      ${column('content')}::text[], ${column('hash')}::text[])
      as t (seq, kind, entry_id, at_us, sealed_at_us, facts, content, hash)`.execute(db);
}
