import { findWaiting, keysOf } from '#features/messages/server/index.ts';
import type { Context } from '#platform/server/context.ts';
import type { CrewNews, KnownVisit } from '../rules/crew-news.ts';
import type { JobRow } from './job-rows.ts';
import { bookedKey, reminderKeys, takesPlace, visitOf } from './visit-messages.ts';

/** A visit before and after a change, or twice as it is, where news of it waits along with that of a changed one. */
export interface ChangedVisit {
  readonly before: JobRow;
  readonly after: JobRow;
  /** False: the office changes the crew and tells the customer itself. */
  readonly tellsCustomerOfCrew?: boolean | undefined;
}

/** What somebody knew of a visit before news that they have not heard; null: nothing of it. */
type Known = KnownVisit | null;

/** The note of news about several visits of a series: by job, what its reader knew before. */
export type KnownVisits = Readonly<Record<string, Known>>;

/** By key, the notes of what was taken back. */
export type Unheard = ReadonlyMap<string, unknown>;

/** Under which one person's news of a visit waits: by itself, or together with other visits of its series. */
export interface NewsKeys {
  readonly alone: string;
  readonly together: readonly string[];
}

const CREW_NEWS: readonly CrewNews[] = ['new', 'moved', 'released'];

export function customerKeys(job: JobRow): NewsKeys {
  const together = job.series_id === null ? [] : [`series-moved:${job.series_id}`];
  return { alone: `visit-moved:${job.id}`, together };
}

/** Under which the customer's news of another crew waits. */
export function crewChangeKey(job: JobRow): string {
  return `crew-changed:${job.id}`;
}

export function crewKeys(job: JobRow, cleanerId: string): NewsKeys {
  const together = CREW_NEWS.flatMap((news) => crewTogetherKey(job, cleanerId, news) ?? []);
  return { alone: `visit-news:${job.id}:${cleanerId}`, together };
}

/** Each kind of news about a series is a text of its own. Null: the job is of no series. */
export function crewTogetherKey(job: JobRow, cleanerId: string, news: CrewNews): string | null {
  return job.series_id === null ? null : `series-news:${job.series_id}:${cleanerId}:${news}`;
}

/** All under which something waits that a change of this visit may make untrue. */
export function keysOfVisit({ before, after }: ChangedVisit, isOther: boolean): string[] {
  const crew = crewOf({ before, after });
  const news = [customerKeys(after), ...crew.map((id) => crewKeys(after, id))];
  const ofCrew = keysOf('crew-changed', crewChangeKey(after));
  const keys = [...news.flatMap(({ alone, together }) => [alone, ...together]), ...ofCrew];
  if (!isOther) return keys;
  // A confirmation stays for a visit in the trash: it may come back.
  return [...keys, ...reminderKeys(after, crew), ...(after.trashed_at === null ? [bookedKey(after)] : [])];
}

export function crewOf({ before, after }: ChangedVisit): string[] {
  return [...new Set([...before.crew, ...after.crew].map((member) => member.id))];
}

/** What somebody knew of this visit before news that they have not heard yet; else what they know. */
export function knownBefore<K extends Known>(
  unheard: Unheard,
  { keys, jobId, known }: { readonly keys: NewsKeys; readonly jobId: string; readonly known: K },
): K {
  if (unheard.has(keys.alone)) return noteOf<K>(unheard, keys.alone);
  const notes = keys.together.map((key) => noteOf<KnownVisits | undefined>(unheard, key));
  const found = notes.find((note) => note !== undefined && jobId in note);
  return found === undefined ? known : (found[jobId] as K);
}

export function noteOf<N>(unheard: Unheard, key: string): N {
  return (unheard.get(key) as { readonly note: N } | undefined)?.note as N;
}

/** A visit as its customer knows of it. */
export interface KnownToCustomer extends KnownVisit {
  /** Ids. Missing in notes of before 2026-12. */
  readonly crew?: readonly string[];
}

/** What the customer knew of a visit before news that they have not heard yet; else what it was before this change. */
export function customerKnew(
  unheard: Unheard,
  before: JobRow,
): KnownToCustomer & { crew: readonly string[] } {
  const now = { ...visitOf(before), crew: before.crew.map((member) => member.id) };
  const ofCrew = keysOf('crew-changed', crewChangeKey(before)).find((key) => unheard.has(key));
  if (ofCrew !== undefined) return { ...now, ...noteOf<KnownToCustomer>(unheard, ofCrew) };
  const keys = customerKeys(before);
  return { ...now, ...knownBefore<KnownToCustomer>(unheard, { keys, jobId: before.id, known: now }) };
}

/** The other visits that news was taken back of, along with that of these. */
export function othersIn(unheard: Unheard, changed: readonly ChangedVisit[]): string[] {
  const own = new Set(changed.map(({ after }) => after.id));
  const together = [...unheard.keys()].filter((key) => /^series-(moved|news):/.test(key));
  const ids = together.flatMap((key) => Object.keys(noteOf<KnownVisits>(unheard, key)));
  return [...new Set(ids)].filter((id) => !own.has(id));
}

/** When and where the customer believes a visit to be: as it is, unless its move has not left yet. */
export async function knownToCustomer(
  ctx: Context,
  jobs: readonly JobRow[],
): Promise<Map<string, KnownVisit>> {
  const paid = jobs.filter(takesPlace);
  const keys = paid.flatMap((job) => [customerKeys(job).alone, ...customerKeys(job).together]);
  const unheard = await findWaiting(ctx, [...new Set(keys)]);
  return new Map(
    jobs.map((job) => {
      const known = visitOf(job);
      return [job.id, knownBefore<KnownVisit>(unheard, { keys: customerKeys(job), jobId: job.id, known })];
    }),
  );
}
