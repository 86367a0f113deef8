import { sql } from 'kysely';
import type { Services } from '../context.ts';
import type { Db } from '../database/database.ts';
import { RETENTION } from '../retention.ts';
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

/** Links per query: the whole check needs no more memory than one page. */
const PAGE = 2000;
/**
 * An entry is sealed within about a minute. One that claims to be this much older than the run before was added
 * afterwards; the margin is for transactions that were open, and clocks that differ.
 */
const LATE_US = 3600n * 1_000_000n;
const RETENTION_US = BigInt(RETENTION.total('seconds')) * 1_000_000n;

export interface AuditReport {
  /** Entries that were compared with their links. */
  readonly entries: number;
  /** The last link that was checked; its hash stands for the whole chain until there. */
  readonly seq: number;
  readonly head: string;
  /** The first thing that is wrong, naming its entry; null if nothing is. */
  readonly problem: string | null;
  /** Whether the hash that was looked for is one of the chain's. */
  readonly hasHead: boolean;
}

interface LinkRow extends Omit<EntryText, 'id'> {
  readonly id: string | null;
  readonly seq: number;
  readonly kind: string;
  readonly entryID: string | null;
  readonly linkAtUs: string;
  readonly sealedAtUs: string;
  readonly facts: string;
  readonly content: string;
  readonly hash: string;
}

/**
 * Checks the whole chain against the entries, without changing anything: that no entry was changed, removed, added or
 * moved. Seal first (sealAudit): entries that are not in the chain yet are only counted.
 *
 * @param head a hash that was noted earlier (hex), to be found in the chain
 */
export async function verifyAudit(services: Verifying, head?: string): Promise<AuditReport> {
  return (await verifyPart(services, { head, most: Number.POSITIVE_INFINITY })).report;
}

type Verifying = Pick<Services, 'db' | 'clock'>;

/** Where a check of a long chain goes on. */
export interface Position {
  readonly entries: number;
  readonly seq: number;
  readonly hash: string;
  /** The times of the last run and of the one before, in microseconds. */
  readonly run: string | null;
  readonly runBefore: string | null;
}

interface Part {
  readonly head?: string | undefined;
  readonly from?: Position | undefined;
  /** About how many links it checks. */
  readonly most: number;
}

/** Checks a part of the chain. `next` is where the following part begins; null once all is checked, or broken. */
export async function verifyPart({ db, clock }: Verifying, { head, from, most }: Part) {
  const now = clock.now();
  const check = new ChainCheck(db, now, head?.toLowerCase());
  if (from !== undefined) check.resume(from);
  const linkProblem = await check.followLinks(most);
  const isWhole = check.isAtEnd || linkProblem !== null;
  const problem = linkProblem ?? (isWhole ? await findOutside(db, now) : null);
  const { entries, seq, hash, hasHead } = check;
  const report: AuditReport = { entries, seq, head: hash, problem, hasHead };
  return { report, next: isWhole ? null : check.position() };
}

/** The state of a check that follows the links. */
class ChainCheck {
  entries = 0;
  seq = 0;
  hash = NO_HASH;
  hasHead: boolean;
  isAtEnd = false;
  /** The times of the run before the current one, and of the current one, in microseconds; the first has none before. */
  private runBefore: bigint | null = null;
  private run: bigint | null = null;
  private readonly db: Db;
  private readonly now: Temporal.Instant;
  private readonly wanted: string | undefined;

  constructor(db: Db, now: Temporal.Instant, wanted: string | undefined) {
    this.db = db;
    this.now = now;
    this.wanted = wanted;
    this.hasHead = wanted === NO_HASH;
  }

  position(): Position {
    const [run, runBefore] = [this.run, this.runBefore].map((time) => time?.toString() ?? null);
    return {
      entries: this.entries,
      seq: this.seq,
      hash: this.hash,
      run: run ?? null,
      runBefore: runBefore ?? null,
    };
  }

  resume({ entries, seq, hash, run, runBefore }: Position): void {
    this.entries = entries;
    this.seq = seq;
    this.hash = hash;
    this.run = run === null ? null : BigInt(run);
    this.runBefore = runBefore === null ? null : BigInt(runBefore);
  }

  /**
   * Follows the links, about `most` of them, and compares the last one of all with the recorded head. Returns the first
   * problem.
   */
  async followLinks(most: number): Promise<string | null> {
    for (const first = this.seq; this.seq - first < most; ) {
      const rows = await readLinks(this.db, this.seq);
      const problem = await this.checkPage(rows);
      if (problem !== null) return problem;
      if (rows.length === PAGE) continue;
      const head = await readHead(this.db);
      this.isAtEnd = head.seq === this.seq;
      if (this.isAtEnd)
        return head.hash === this.hash ? null : 'The recorded head is not the last link of the chain.';
      // Others may seal meanwhile.
      const isLonger = head.seq > this.seq && (await readLinks(this.db, this.seq)).length > 0;
      if (!isLonger)
        return `The chain ends at link ${this.seq}, but its recorded head is link ${head.seq}: links are missing at the end or were added.`;
    }
    return null;
  }

  private async checkPage(rows: readonly LinkRow[]): Promise<string | null> {
    const changed: LinkRow[] = [];
    const gone: LinkRow[] = [];
    for (const row of rows) {
      const problem = this.linkProblem(row);
      if (problem !== null) {
        // Report what comes first.
        return (await this.entryProblem(changed, gone)) ?? problem;
      }
      if (row.entryID === null) continue;
      if (row.id === null) gone.push(row);
      else {
        if (row.kind === 'entry') this.entries += 1;
        if (!isSameEntry(row)) changed.push(row);
      }
    }
    return this.entryProblem(changed, gone);
  }

  private linkProblem(row: LinkRow): string | null {
    if (row.seq !== this.seq + 1)
      return `Link ${this.seq + 1} of the chain is missing; the next one is ${about(row)}.`;
    const link: Link = {
      seq: row.seq,
      kind: row.kind,
      entryID: row.entryID,
      atUs: row.linkAtUs,
      sealedAtUs: row.sealedAtUs,
      facts: row.facts,
      content: row.content,
    };
    if (hashOf(this.hash, link) !== row.hash)
      return `Link ${row.seq} was changed or moved: it does not follow from the one before. It belongs to ${about(row)}.`;
    this.seq = row.seq;
    this.hash = row.hash;
    if (row.hash === this.wanted) this.hasHead = true;
    return this.timeProblem(row);
  }

  private timeProblem(row: LinkRow): string | null {
    const [at, sealedAt] = [BigInt(row.linkAtUs), BigInt(row.sealedAtUs)];
    if (this.run !== sealedAt) [this.runBefore, this.run] = [this.run, sealedAt];
    if (
      row.kind === 'purge' &&
      (at > sealedAt - RETENTION_US + LATE_US || at > microsOf(this.now) - RETENTION_US)
    )
      return `Link ${row.seq} says that entries were deleted before their time.`;
    if (row.kind !== 'entry' || this.runBefore === null) return null;
    // A clock that was set back, as in the sandbox, is no sign of a late entry.
    const earliest = (this.runBefore < sealedAt ? this.runBefore : sealedAt) - LATE_US;
    return at < earliest ? `It was added later than it says: ${about(row)}.` : null;
  }

  private async entryProblem(changed: readonly LinkRow[], gone: readonly LinkRow[]): Promise<string | null> {
    const problems = [
      ...(await findChanged(this.db, changed)),
      ...(await findMissing(this.db, gone, this.now)),
    ];
    const first = problems.toSorted((a, b) => a.row.seq - b.row.seq)[0];
    return first === undefined ? null : `${first.what}: ${about(first.row)}.`;
  }
}

function isSameEntry(row: LinkRow): boolean {
  const entry = { ...row, id: row.id ?? '' };
  return factsOf(entry) === row.facts && contentOf(entry) === row.content;
}

interface Problem {
  readonly row: LinkRow;
  readonly what: string;
}

/** Entries that differ from their links, and not because values were erased later. */
async function findChanged(db: Db, rows: readonly LinkRow[]): Promise<Problem[]> {
  if (rows.length === 0) return [];
  const erased = await sql<{ entryID: string; content: string | null }>`
    select distinct on (entry_id) entry_id::text, content from (
      select entry_id, seq, encode(content, 'hex') as content from audit_link
      where kind = 'erasure' and entry_id = any(${rows.map((row) => row.entryID)})
      union all
      select entry_id, ${Number.MAX_SAFE_INTEGER}, null from audit_unsealed
      where kind = 'erasure' and entry_id = any(${rows.map((row) => row.entryID)})) as erasure
    order by entry_id, seq desc`.execute(db);
  const contents = new Map(erased.rows.map((row) => [row.entryID, row.content]));
  return rows.flatMap((row) => {
    const entry = { ...row, id: row.id ?? '' };
    const content = contents.get(row.entryID ?? '');
    const isErased = content === null || content === contentOf(entry);
    return factsOf(entry) === row.facts && content !== undefined && isErased
      ? []
      : [{ row, what: 'It was changed' }];
  });
}

/** Entries that are gone, and not because their time was over. */
async function findMissing(db: Db, rows: readonly LinkRow[], now: Temporal.Instant): Promise<Problem[]> {
  if (rows.length === 0) return [];
  const purged = await purgedBefore(db, now);
  return rows.filter((row) => BigInt(row.linkAtUs) >= purged).map((row) => ({ row, what: 'It is missing' }));
}

/** Entries before this time, in microseconds, were deleted by retention. */
async function purgedBefore(db: Db, now: Temporal.Instant): Promise<bigint> {
  const { rows } = await sql<{ limitUs: string | null }>`
    select ${micros('at')} as limit_us from (
      select max(at) as at from (
        select at from audit_link where kind = 'purge'
        union all select at from audit_unsealed where kind = 'purge') as purge
      where at <= ${now.subtract(RETENTION).toString()}) as last`.execute(db);
  return BigInt(rows[0]?.limitUs ?? 0);
}

/** The head noted last, in the database and in the log. */
export const NOTED_HEAD = 'audit-head-noted';

export interface NotedHead {
  readonly hour: string;
  readonly seq: number;
  readonly hash: string;
}

/** What no link leads to: entries outside the chain, entries deleted before they were sealed, heads that were noted. */
async function findOutside(db: Db, now: Temporal.Instant): Promise<string | null> {
  const added = await sql<{ id: string; action: string; atUs: string }>`
    select e.id::text, e.action, ${micros('e.at')} as at_us from audit_entry as e
    where not exists (select from audit_link as l where l.entry_id = e.id and l.kind = 'entry')
      and not exists (select from audit_unsealed as u where u.entry_id = e.id and u.kind = 'entry')
    order by e.at limit 1`.execute(db);
  const [entry] = added.rows;
  if (entry !== undefined)
    return `It was added outside the chain: ${named(entry.id, entry.atUs, entry.action)}.`;
  const unsealed = await sql<{ entryID: string }>`
    select u.entry_id::text from audit_unsealed as u
    where u.kind <> 'purge' and not exists (select from audit_entry as e where e.id = u.entry_id)
    order by u.id limit 1`.execute(db);
  const [gone] = unsealed.rows;
  if (gone !== undefined)
    return `It is missing, and was deleted before it was sealed: entry ${gone.entryID}.`;
  const noted = await sql<{ seq: number }>`
    select c.seq from audit_check as c
    where c.seq > 0 and c.problem is null and c.at <= ${now.toString()}
      and not exists (select from audit_link as l where l.seq = c.seq and l.hash = c.hash)
    order by c.seq limit 1`.execute(db);
  const [check] = noted.rows;
  if (check !== undefined)
    return `Link ${check.seq} is not the one that an earlier check noted: the chain was written again.`;
  const hourly = await sql<{ seq: number }>`
    select (value ->> 'seq')::int as seq from setting
    where name = ${NOTED_HEAD} and (value ->> 'seq')::int > 0 and not exists (
      select from audit_link as l
      where l.seq = (value ->> 'seq')::int and encode(l.hash, 'hex') = value ->> 'hash')`.execute(db);
  const [last] = hourly.rows;
  return last === undefined
    ? null
    : `Link ${last.seq}, which was noted within the last hours, is missing or another one: entries were cut off or written again.`;
}

async function readLinks(db: Db, after: number): Promise<readonly LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select l.seq, l.kind, l.entry_id::text, ${micros('l.at')} as link_at_us, ${micros('l.sealedAt')} as sealed_at_us,
      encode(l.facts, 'hex') as facts, encode(l.content, 'hex') as content, encode(l.hash, 'hex') as hash, ${ENTRY_TEXT}
    from (select * from audit_link where seq > ${after} order by seq limit ${PAGE}) as l
    left join audit_entry as e on e.id = l.entry_id
    order by l.seq`.execute(db);
  return rows;
}

/** The recorded end of the chain. */
export async function readHead(db: Db): Promise<{ readonly seq: number; readonly hash: string }> {
  const { rows } = await sql<{ seq: number; hash: string }>`
    select seq, encode(hash, 'hex') as hash from audit_head`.execute(db);
  return rows[0] ?? { seq: -1, hash: '' };
}

function about(row: LinkRow): string {
  return row.entryID === null ? 'no entry' : named(row.entryID, row.linkAtUs, row.action);
}

function named(id: string, atUs: string, action: string | null): string {
  const at = Temporal.Instant.fromEpochNanoseconds(BigInt(atUs) * 1000n).round('second');
  return `entry ${id}${action === null ? '' : ` (${action})`} of ${at}`;
}

function microsOf(time: Temporal.Instant): bigint {
  return time.epochNanoseconds / 1000n;
}
