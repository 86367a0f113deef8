import { messageTasks } from '#features/messages/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { systemClock } from '#platform/server/clock.ts';
import type { Tx } from '#platform/server/context.ts';
import { type NewTask, newTask } from '#platform/server/outbox.ts';
import { isSameTime, isSameVisit, type KnownVisit } from '../rules/crew-news.ts';
import { findJobs, type JobRow } from './job-rows.ts';
import { lockSeries } from './lock-series.ts';
import { newsForCrew } from './notify-crew.ts';
import { crewChangeMessages } from './tell-crew-change.ts';
import {
  type ChangedVisit,
  crewOf,
  customerKeys,
  customerKnew,
  type KnownToCustomer,
  keysOfVisit,
  noteOf,
  othersIn,
  type Unheard,
} from './unheard.ts';
import {
  aboutJob,
  aboutVisit,
  bookedKey,
  confirmationMail,
  delayFor,
  earliest,
  endOf,
  inOrder,
  reminderKeys,
  reminderTasks,
  takesPlace,
  visitData,
  visitOf,
} from './visit-messages.ts';

declare module '#platform/server/outbox.ts' {
  interface TaskPayloads {
    /** Does nothing when its time comes; until then a restored visit finds what its customer knows. */
    'forget-known-visit': { readonly note: KnownVisit };
  }
}

/**
 * The crews' texts and the customer's mails about changes of one visit, or of several of a series together. What has not left and
 * is true no more is taken back, whatever kept it: the undo window, the night, or a gateway that is down. Of all that
 * somebody has not heard they hear once, as it is now.
 */
export async function newsForPeople(tx: Tx, all: readonly ChangedVisit[]): Promise<NewTask[]> {
  const changed = all.filter((visit) => concernsPeople(tx, visit));
  if (changed.length === 0) return [];
  const unheard = await takeBack(tx, changed);
  const others = await findJobs(tx, othersIn(unheard, changed));
  const visits = [...changed, ...others.map((job) => ({ before: job, after: job }))];
  const confirmed = await confirmAnew(tx, changed, unheard);
  return [
    ...(await newsForCrew(tx, visits, unheard)),
    ...(confirmed ?? [...newsForCustomer(tx, visits, unheard), ...crewChangeMessages(tx, changed, unheard)]),
    ...(await remindAnew(tx, changed, unheard)),
  ];
}

/** A visit that is not paid concerns nobody yet, and one that is over nobody any more. */
function concernsPeople(tx: Tx, { before, after }: ChangedVisit): boolean {
  const isOver = Temporal.Instant.compare(readDatabaseTime(after.ends_at), tx.clock.now()) <= 0;
  return !isOver && (takesPlace(before) || takesPlace(after));
}

function isOtherVisit({ before, after }: ChangedVisit): boolean {
  const [was, is] = [before, after].map(({ crew }) => crew.map((member) => member.id).join());
  return (
    takesPlace(before) !== takesPlace(after) || was !== is || !isSameVisit(visitOf(before), visitOf(after))
  );
}

/**
 * Takes back what has not been heard. Of a visit that is paid only now nobody was ever told. News may be of other visits of
 * the series, whose rows this change does not lock: one after another.
 */
async function takeBack(tx: Tx, changed: readonly ChangedVisit[]): Promise<Unheard> {
  const told = changed.filter(({ before }) => before.status !== 'pending');
  const [first] = told;
  if (first === undefined) return new Map();
  if (first.after.series_id !== null) await lockSeries(tx, first.after.series_id);
  const keys = told.flatMap((visit) => keysOfVisit(visit, isOtherVisit(visit)));
  return tx.outbox.withdraw(tx, [...new Set(keys)]);
}

/** A confirmation that has not left says how it is now, in place of any word of a change. Null: it has left. */
async function confirmAnew(
  tx: Tx,
  [first]: readonly ChangedVisit[],
  unheard: Unheard,
): Promise<NewTask[] | null> {
  const key = first === undefined ? '' : bookedKey(first.after);
  if (!unheard.has(key)) return null;
  const booked = await findJobs(tx, noteOf<readonly string[]>(unheard, key));
  return confirmationMail(tx, inOrder(booked.filter(takesPlace)));
}

/** Reminders that have not left are written anew where the visit is still to be reminded of at this time. */
async function remindAnew(tx: Tx, changed: readonly ChangedVisit[], unheard: Unheard): Promise<NewTask[]> {
  const tasks: NewTask[] = [];
  for (const { before, after } of changed) {
    const keys = reminderKeys(after, crewOf({ before, after: before }));
    const isUnheard = keys.some((key) => unheard.has(key));
    if (isUnheard && before.starts_at === after.starts_at && takesPlace(after))
      tasks.push(...(await reminderTasks(tx, after)));
  }
  return tasks;
}

interface MovedVisit {
  readonly job: JobRow;
  readonly known: KnownToCustomer;
}

/** A mail about the visits that take place and have another time than the customer knows of. */
function newsForCustomer(tx: Tx, visits: readonly ChangedVisit[], unheard: Unheard): NewTask[] {
  const news = visits.flatMap(({ before, after: job }): MovedVisit[] => {
    const known = customerKnew(unheard, before);
    return isSameTime(known, visitOf(job)) ? [] : [{ job, known }];
  });
  const moved = news.filter(({ job }) => takesPlace(job));
  const put = news.filter(({ job }) => !takesPlace(job));
  return [...put.map((visit) => rememberKnown(tx, visit)), ...mailOfMove(tx, moved)];
}

function mailOfMove(tx: Tx, moved: readonly MovedVisit[]): NewTask[] {
  const jobs = inOrder(moved.map(({ job }) => job));
  const [first, ...others] = jobs;
  if (first === undefined) return [];
  const keys = customerKeys(first);
  const about = {
    to: { email: first.customer_email },
    ...aboutJob(first),
    isChange: true,
    startsAt: earliest(moved.flatMap(({ job, known }) => [job.starts_at, known.startsAt])),
    notAfter: endOf(jobs),
    delay: delayFor(tx),
  };
  const [together] = keys.together;
  if (others.length === 0 || together === undefined) {
    const note = moved.find(({ job }) => job.id === first.id)?.known;
    return messageTasks(tx, {
      kind: 'visit-moved',
      ...about,
      data: aboutVisit(first),
      key: keys.alone,
      note,
    });
  }
  return messageTasks(tx, {
    kind: 'series-moved',
    ...about,
    data: {
      firstname: first.customer_firstname,
      jobId: first.id,
      visits: [visitData(first), ...others.map(visitData)],
    },
    key: together,
    note: Object.fromEntries(moved.map(({ job, known }) => [job.id, known])),
  });
}

/**
 * Keeps what the customer knows of a visit that has gone into the trash before they heard of its move: once it is
 * restored, the move is news to them.
 */
function rememberKnown(tx: Tx, { job, known }: MovedVisit): NewTask {
  const until = readDatabaseTime(job.ends_at);
  const notBefore = systemClock.now().add(tx.clock.now().until(until));
  return newTask('forget-known-visit', { note: known }, { key: customerKeys(job).alone, notBefore });
}
