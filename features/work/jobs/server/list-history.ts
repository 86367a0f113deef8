import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { DB } from '#database/generated.ts';
import { adminNames } from '#features/people/accounts/server/index.ts';
import { readDatabaseTime, wireTime } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { Context, ContextOf } from '#platform/server/context.ts';
import { keptSince } from '#platform/server/retention.ts';
import type { listHistory as call, HistoryEntry } from '../contract/history.ts';
import { changesOf, cleanersIn, type Kept, overridesOf } from '../rules/history-changes.ts';
import { customerName, type JobRow } from './job-rows.ts';
import { findVisibleJob } from './visible-jobs.ts';

type Reply = z.output<typeof call.reply>;
type Entry = Selectable<DB['audit_entry']>;

/** A limit beyond what anyone reads. */
const MAX_ENTRIES = 500;

/** The audit entries of a job, latest first. */
export async function listHistory(
  ctx: ContextOf<'admin'>,
  jobId: string,
): Promise<Reply | Refusal<'not_found'>> {
  const job = await findVisibleJob(ctx, jobId);
  if (isRefusal(job)) return job;
  const entries = await ctx.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('subject_kind', '=', 'job')
    .where('subject_id', '=', jobId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_ENTRIES)
    .execute();
  const names = await namesOf(ctx, job, entries);
  const items = entries.map((entry) => itemOf(entry, names));
  const isWritten = entries.some((entry) => entry.action === 'job.created');
  // The entry of an older job may have been deleted: who booked it is unknown.
  const isComplete =
    Temporal.Instant.compare(readDatabaseTime(job.created_at), keptSince(ctx.clock.now())) >= 0;
  return { items: isWritten || !isComplete ? items : [...items, bookedBy(job)] };
}

/** A customer's own booking has no audit entry; the job itself records when it was made. */
function bookedBy(job: JobRow): HistoryEntry {
  const who = { kind: 'customer' as const, name: customerName(job) };
  return {
    id: job.id,
    at: wireTime(job.created_at),
    who,
    action: 'job.created',
    reason: '',
    overridden: [],
    changes: [],
  };
}

function itemOf(entry: Entry, names: ReadonlyMap<string, string>): HistoryEntry {
  const nameOf = (id: string) => names.get(id) ?? '';
  const kind = entry.actor_role as HistoryEntry['who']['kind'];
  return {
    id: entry.id,
    at: wireTime(entry.at),
    who: { kind, name: nameOf(entry.actor_id ?? '') },
    action: entry.action,
    reason: entry.reason ?? '',
    overridden: overridesOf(entry.after as Kept, { nameOf }),
    changes: changesOf(entry.before as Kept, entry.after as Kept, { nameOf, timeOf: wireTime }),
  };
}

/** Names by id: the actors, and the cleaners in the entries. */
export async function namesOf(
  ctx: Context,
  job: JobRow,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, string>> {
  const about = entries.flatMap((entry) => [
    ...cleanersIn(entry.before as Kept),
    ...cleanersIn(entry.after as Kept),
  ]);
  const ids = [...new Set([...about, ...entries.flatMap((entry) => entry.actor_id ?? [])])];
  const names = new Map([[job.customer_id, customerName(job)]]);
  if (ids.length === 0) return names;
  const cleaners = await ctx.db
    .selectFrom('cleaner')
    .select(['id', 'firstname', 'lastname', 'display_name as displayName'])
    .where('id', 'in', ids)
    .execute();
  for (const cleaner of cleaners) names.set(cleaner.id, fullnameOf(cleaner));
  for (const [id, name] of await adminNames(ctx, ids)) names.set(id, name);
  return names;
}
