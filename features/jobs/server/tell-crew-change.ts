import { messageTasks } from '#features/messages/server/index.ts';
import { dayOf, readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Tx } from '#platform/server/context.ts';
import type { NewTask } from '#platform/server/outbox.ts';
import { isSameTime } from '../rules/crew-news.ts';
import type { JobRow } from './job-rows.ts';
import { type ChangedVisit, crewChangeKey, customerKnew, type Unheard } from './unheard.ts';
import { aboutJob, aboutVisit, customerOf, delayFor, takesPlace, visitOf } from './visit-messages.ts';

/**
 * Tells customers who comes now, where it is somebody else than they know of: by SMS on the day of the visit, by e-mail
 * before. Several changes within the undo window are one message, and none if the crew is the old one in the end. The
 * message about a visit that moves names its crew itself.
 */
export function crewChangeMessages(tx: Tx, visits: readonly ChangedVisit[], unheard: Unheard): NewTask[] {
  return visits.flatMap((visit) => {
    const { before, after, tellsCustomerOfCrew = true } = visit;
    if (!tellsCustomerOfCrew || !takesPlace(before) || !takesPlace(after)) return [];
    const known = customerKnew(unheard, before);
    if (!isSameTime(known, visitOf(after)) || isSameCrew(known.crew, idsOf(after))) return [];
    return messageTasks(tx, {
      kind: 'crew-changed',
      to: reachedToday(tx, after),
      ...aboutJob(after),
      data: aboutVisit(after),
      isChange: true,
      startsAt: readDatabaseTime(after.starts_at),
      notAfter: readDatabaseTime(after.ends_at),
      delay: delayFor(tx),
      key: crewChangeKey(after),
      note: known,
    });
  });
}

function reachedToday(tx: Tx, job: JobRow): { readonly email?: string; readonly mobile?: string } {
  const zone = tx.config.BUSINESS_TZ;
  const isToday = dayOf(readDatabaseTime(job.starts_at), zone).equals(dayOf(tx.clock.now(), zone));
  const { email, mobile } = customerOf(job);
  return isToday || email === '' ? { mobile } : { email };
}

function idsOf(job: JobRow): string[] {
  return job.crew.map((member) => member.id);
}

function isSameCrew(one: readonly string[], other: readonly string[]): boolean {
  return one.toSorted().join() === other.toSorted().join();
}
