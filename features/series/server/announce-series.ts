import { cleanerMobiles } from '#features/cleaners/server/index.ts';
import { aboutJob, isUntold, type JobRow, visitData } from '#features/jobs/server/index.ts';
import type { CancellationSums, VisitData } from '#features/messages/rules/kinds.ts';
import { messageTasks } from '#features/messages/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Tx } from '#platform/server/context.ts';
import type { NewTask } from '#platform/server/outbox.ts';

/** One mail to the customer and one text to each cleaner about visits that are called off. Nobody hears of mere holds. */
export async function tellOfCancelling(
  tx: Tx,
  { visits, untold }: { readonly visits: readonly { readonly job: JobRow }[]; readonly untold: Untold },
  { byCompany, fee, refund, creditsReturned, creditsForfeited }: CancellationSums,
): Promise<void> {
  const jobs = visits.map(({ job }) => job).filter((job) => job.status === 'paid');
  const [first] = jobs;
  const times = timesOf(jobs);
  if (first === undefined || times === null) return;
  const mail = messageTasks(tx, {
    kind: 'series-cancelled',
    ...aboutSeries(first),
    data: {
      ...{ firstname: first.customer_firstname, jobId: first.id, visits: times },
      ...{ byCompany, fee, refund, creditsReturned, creditsForfeited },
    },
    startsAt: earliest(jobs),
  });
  const changes = jobs.map((job) => ({ before: job, after: null }));
  await tx.outbox.announceAll(tx, [...mail, ...(await crewTasks(tx, changes, untold))]);
}

/** Who had not heard of visits before they changed; see findUntold. */
type Untold = ReadonlySet<string>;

/** A visit before and after it was moved; null: it does not take place any more. */
export interface ChangedVisit {
  readonly before: JobRow;
  readonly after: JobRow | null;
}

/**
 * One mail to the customer and one text to each cleaner about visits that have other times, or other crews.
 *
 * @param confirmedAnew the customer reads the new times in the confirmation, which had not left
 */
export async function tellOfMoving(
  tx: Tx,
  changes: readonly ChangedVisit[],
  { untold, confirmedAnew }: { readonly untold: Untold; readonly confirmedAnew: boolean },
): Promise<void> {
  const jobs = changes.flatMap(({ after }) => (after?.status === 'paid' ? [after] : []));
  const [first] = jobs;
  const times = timesOf(jobs);
  if (first === undefined || times === null) return;
  const mail = messageTasks(tx, {
    kind: 'series-moved',
    ...aboutSeries(first),
    data: { firstname: first.customer_firstname, jobId: first.id, visits: times },
    startsAt: earliest([...jobs, ...changes.map(({ before }) => before)]),
  });
  await tx.outbox.announceAll(tx, [
    ...(confirmedAnew ? [] : mail),
    ...(await crewTasks(tx, changes, untold)),
  ]);
}

function aboutSeries(first: JobRow) {
  return { to: { email: first.customer_email }, ...aboutJob(first), isChange: true };
}

async function crewTasks(tx: Tx, changes: readonly ChangedVisit[], untold: Untold): Promise<NewTask[]> {
  const crews = changes.flatMap(({ before, after }) => [...before.crew, ...(after?.crew ?? [])]);
  const ids = [...new Set(crews.map((member) => member.id))];
  const mobiles = await cleanerMobiles(tx, ids);
  return mobiles.flatMap(({ id, mobile }) =>
    NEWS.flatMap((news) => {
      const jobs = changes.flatMap((change) => visitsOf(change, { id, untold }, news));
      const [first] = jobs;
      const visits = timesOf(jobs);
      if (first === undefined || visits === null) return [];
      return messageTasks(tx, {
        kind: `crew-series-${news}`,
        to: { mobile },
        ...aboutJob(first),
        cleanerId: id,
        data: { visits, postal: first.address_postal },
        isChange: true,
        startsAt: earliest(changes.map(({ before }) => before)),
      });
    }),
  );
}

const NEWS = ['released', 'moved', 'new'] as const;

/** The visit that this cleaner hears this of: of one that they do not know yet, no more than that it is theirs. */
function visitsOf(
  { before, after }: ChangedVisit,
  { id, untold }: { readonly id: string; readonly untold: Untold },
  news: (typeof NEWS)[number],
): JobRow[] {
  const was = before.crew.some((member) => member.id === id) && !isUntold(untold, before, id);
  const is = after?.crew.some((member) => member.id === id) ?? false;
  if (news === 'released') return was && !is ? [before] : [];
  if (after === null || !is) return [];
  return was === (news === 'moved') ? [after] : [];
}

function timesOf(jobs: readonly JobRow[]): readonly [VisitData, ...VisitData[]] | null {
  const [first, ...others] = jobs.map(visitData);
  return first === undefined ? null : [first, ...others];
}

/** News of a visit that is near cannot wait for the morning. */
function earliest(jobs: readonly JobRow[]): Temporal.Instant {
  const starts = jobs.map((job) => readDatabaseTime(job.starts_at));
  return starts.reduce((first, start) => (Temporal.Instant.compare(start, first) < 0 ? start : first));
}
