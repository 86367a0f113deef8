import { cleanerMobiles } from '#features/cleaners/server/index.ts';
import type { JobRow } from '#features/jobs/server/index.ts';
import type { VisitTime } from '#features/messages/rules/visit-time.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Tx } from '#platform/server/context.ts';
import { sendMail, sendSms } from '#platform/server/messages.ts';
import type { CancelledVisits } from '../contract/shapes.ts';
import {
  type CrewSeriesNews,
  cancelledSeriesMail,
  crewSeriesText,
  movedSeriesMail,
} from '../rules/series-texts.ts';

/** One mail to the customer and one text to each cleaner about visits that are called off. Nobody hears of mere holds. */
export async function tellOfCancelling(
  tx: Tx,
  visits: readonly { readonly job: JobRow }[],
  sums: CancelledVisits & { readonly byCompany: boolean },
): Promise<void> {
  const [first, ...others] = visits.map(({ job }) => job).filter((job) => job.status === 'paid');
  if (first === undefined) return;
  const text = cancelledSeriesMail({
    firstname: first.customer_firstname,
    ...sums,
    visits: [timeOf(tx, first), ...others.map((job) => timeOf(tx, job))],
  });
  const changes = [first, ...others].map((job) => ({ before: job, after: null }));
  await sendMail(tx, { to: first.customer_email, ...text });
  await tellCrews(tx, changes);
}

/** A visit before and after it was moved; null: it does not take place any more. */
export interface ChangedVisit {
  readonly before: JobRow;
  readonly after: JobRow | null;
}

/** One mail to the customer and one text to each cleaner about visits that have other times, or other crews. */
export async function tellOfMoving(tx: Tx, changes: readonly ChangedVisit[]): Promise<void> {
  const [first, ...others] = changes.flatMap(({ after }) => (after?.status === 'paid' ? [after] : []));
  if (first === undefined) return;
  const visitOf = (job: JobRow) => ({
    ...timeOf(tx, job),
    crew: job.crew.map((member) => member.firstname),
  });
  const text = movedSeriesMail(first.customer_firstname, [visitOf(first), ...others.map(visitOf)]);
  await sendMail(tx, { to: first.customer_email, ...text });
  await tellCrews(tx, changes);
}

async function tellCrews(tx: Tx, changes: readonly ChangedVisit[]): Promise<void> {
  const crews = changes.flatMap(({ before, after }) => [...before.crew, ...(after?.crew ?? [])]);
  const ids = [...new Set(crews.map((member) => member.id))];
  for (const { id, mobile } of await cleanerMobiles(tx, ids)) {
    for (const news of NEWS) {
      const [first, ...others] = changes.flatMap((change) => visitsOf(change, id, news));
      if (first === undefined) continue;
      const times = [timeOf(tx, first), ...others.map((job) => timeOf(tx, job))] as const;
      await sendSms(tx, { to: mobile, body: crewSeriesText(news, times, first.address_postal) });
    }
  }
}

const NEWS: readonly CrewSeriesNews[] = ['released', 'moved', 'new'];

/** The visit that this cleaner hears this of. */
function visitsOf({ before, after }: ChangedVisit, cleanerId: string, news: CrewSeriesNews): JobRow[] {
  const was = before.crew.some((member) => member.id === cleanerId);
  const is = after?.crew.some((member) => member.id === cleanerId) ?? false;
  if (news === 'released') return was && !is ? [before] : [];
  if (after === null || !is) return [];
  return was === (news === 'moved') ? [after] : [];
}

function timeOf(tx: Tx, job: JobRow): VisitTime {
  return {
    start: readDatabaseTime(job.starts_at),
    end: readDatabaseTime(job.ends_at),
    zone: tx.config.BUSINESS_TZ,
  };
}
