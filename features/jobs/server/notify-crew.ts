import { cleanerMobiles } from '#features/cleaners/server/index.ts';
import { messageTasks } from '#features/messages/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Tx } from '#platform/server/context.ts';
import type { NewTask } from '#platform/server/outbox.ts';
import { type KnownVisit, type News, newsFor } from '../rules/crew-news.ts';
import type { JobRow } from './job-rows.ts';
import {
  type ChangedVisit,
  crewKeys,
  crewOf,
  crewTogetherKey,
  knownBefore,
  type Unheard,
} from './unheard.ts';
import { aboutJob, delayFor, earliest, takesPlace, visitDataAt, visitOf } from './visit-messages.ts';

/** What one cleaner hears of one visit. */
interface CrewMessage extends News {
  readonly job: JobRow;
  readonly known: KnownVisit | null;
}

/** Texts for the cleaners whose visits are other than they know: theirs now, off, or at another time. */
export async function newsForCrew(
  tx: Tx,
  visits: readonly ChangedVisit[],
  unheard: Unheard,
): Promise<NewTask[]> {
  const mobiles = await cleanerMobiles(tx, [...new Set(visits.flatMap(crewOf))]);
  return mobiles.flatMap(({ id, mobile }) => {
    const heard = visits.flatMap(({ before, after: job }): CrewMessage[] => {
      const keys = crewKeys(job, id);
      const known = knownBefore(unheard, { keys, jobId: job.id, known: visitFor(before, id) });
      const news = newsFor(known, visitFor(job, id));
      return news === null ? [] : [{ ...news, job, known }];
    });
    const to = { mobile, cleanerId: id };
    return [...Map.groupBy(heard, ({ news }) => news).values()].flatMap((about) => textOf(tx, to, about));
  });
}

interface Reader {
  readonly mobile: string;
  readonly cleanerId: string;
}

/** One text about visits that one cleaner hears the same of. */
function textOf(tx: Tx, { mobile, cleanerId }: Reader, unsorted: readonly CrewMessage[]): NewTask[] {
  const messages = unsorted.toSorted((a, b) => compare(a.visit.startsAt, b.visit.startsAt));
  const [first, ...others] = messages;
  if (first === undefined) return [];
  const { news, job, visit } = first;
  const about = {
    to: { mobile },
    ...aboutJob(job),
    cleanerId,
    isChange: true,
    startsAt: earliest(
      messages.flatMap(({ visit, known }) => [visit.startsAt, known?.startsAt ?? visit.startsAt]),
    ),
    notAfter: readDatabaseTime((others.at(-1) ?? first).visit.endsAt),
    delay: delayFor(tx),
  };
  const together = crewTogetherKey(job, cleanerId, news);
  const { postal } = visit;
  if (others.length === 0 || together === null) {
    const data = { visit: visitDataAt(job, visit), postal };
    const key = crewKeys(job, cleanerId).alone;
    return messageTasks(tx, { kind: `crew-${news}` as const, ...about, data, key, note: first.known });
  }
  const visits = [visitDataAt(job, visit), ...others.map((one) => visitDataAt(one.job, one.visit))] as const;
  return messageTasks(tx, {
    kind: `crew-series-${news}` as const,
    ...about,
    data: { visits, postal },
    key: together,
    note: Object.fromEntries(messages.map((message) => [message.job.id, message.known])),
  });
}

function visitFor(row: JobRow, cleanerId: string): KnownVisit | null {
  const isTheirs = takesPlace(row) && row.crew.some((member) => member.id === cleanerId);
  return isTheirs ? visitOf(row) : null;
}

function compare(a: string, b: string): number {
  return Temporal.Instant.compare(readDatabaseTime(a), readDatabaseTime(b));
}
