import { cleanerMobiles } from '#features/cleaners/server/index.ts';
import { findUnsent, messageTasks } from '#features/messages/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import { systemClock } from '#platform/server/clock.ts';
import type { Tx } from '#platform/server/context.ts';
import { type NewTask, newTask } from '#platform/server/outbox.ts';
import { isSameVisit, type KnownVisit, type News, newsFor } from '../rules/crew-news.ts';
import { changeOutsideTerms } from '../rules/policy.ts';
import { findJobs, type JobRow } from './job-rows.ts';
import {
  aboutJob,
  aboutVisit,
  bookedKey,
  confirmationMail,
  reminderKeys,
  reminderTasks,
  visitData,
} from './visit-messages.ts';

declare module '#platform/server/outbox.ts' {
  interface TaskPayloads {
    /** Does nothing when its time comes; until then a restored visit finds what its customer knows. */
    'forget-known-visit': { readonly note: KnownVisit };
  }
}

/**
 * Messages about a change by the office wait this long, so that an undo takes them back before anybody reads them.
 * Longer than the screen offers Undo: some seconds, and as long as somebody points at it.
 */
const UNDO_WINDOW = Temporal.Duration.from({ minutes: 1 });

/**
 * The crew's texts and the customer's mail about a change. What has not left and is true no more is taken back, whatever
 * kept it: the undo window, the night, or a gateway that is down.
 */
export async function newsForPeople(tx: Tx, before: JobRow, after: JobRow): Promise<NewTask[]> {
  const crew = [...new Set([...before.crew, ...after.crew].map((member) => member.id))];
  const stale = isOtherVisit(before, after) ? staleKeys(after, crew) : [];
  const unsent = await takeBack(tx, before, [
    moveKey(after),
    ...crew.map((id) => crewKey(after, id)),
    ...stale,
  ]);
  const change = { before, after, unsent };
  const confirmed = await confirmAnew(tx, change);
  return [
    ...(await newsForCrew(tx, crew, change)),
    ...(confirmed ?? newsForCustomer(tx, change)),
    ...(await remindAnew(tx, change)),
  ];
}

interface Change {
  readonly before: JobRow;
  readonly after: JobRow;
  /** By key, what somebody knew before news that they have not heard. */
  readonly unsent: ReadonlyMap<string, unknown>;
}

/** What speaks of the visit as it was. A confirmation stays for a visit in the trash: it may come back. */
function staleKeys(after: JobRow, crew: readonly string[]): string[] {
  return [...reminderKeys(after, crew), ...(after.trashed_at === null ? [bookedKey(after)] : [])];
}

function isOtherVisit(before: JobRow, after: JobRow): boolean {
  const [was, is] = [before, after].map(({ crew }) => crew.map((member) => member.id).join());
  return (
    takesPlace(before) !== takesPlace(after) || was !== is || !isSameVisit(visitOf(before), visitOf(after))
  );
}

/** A confirmation that has not left says how it is now, in place of any word of a change. Null: it has left. */
async function confirmAnew(tx: Tx, { after, unsent }: Change): Promise<NewTask[] | null> {
  const ids = knownBefore<readonly string[] | null>(unsent, bookedKey(after), null);
  if (ids === null) return null;
  const rows = await findJobs(tx, ids);
  const booked = rows.map((row) => (row.id === after.id ? after : row)).filter(takesPlace);
  return confirmationMail(tx, booked);
}

/** Reminders that have not left are written anew where the visit is still to be reminded of at this time. */
async function remindAnew(tx: Tx, { before, after, unsent }: Change): Promise<NewTask[]> {
  const crew = before.crew.map((member) => member.id);
  const isUnsent = reminderKeys(after, crew).some((key) => unsent.has(key));
  const isSameTime = before.starts_at === after.starts_at;
  return isUnsent && isSameTime && takesPlace(after) ? reminderTasks(tx, after) : [];
}

/** A mail when a visit that takes place has another time than the customer knows of. */
function newsForCustomer(tx: Tx, { before, after, unsent }: Change): NewTask[] {
  const key = moveKey(after);
  const known = knownBefore<KnownVisit>(unsent, key, visitOf(before));
  if (isSameVisit(known, visitOf(after))) return [];
  if (!takesPlace(after)) return [rememberKnown(tx, key, { known, until: after.ends_at })];
  return messageTasks(tx, {
    kind: 'visit-moved',
    to: { email: after.customer_email },
    ...aboutJob(after),
    data: aboutVisit(after),
    isChange: true,
    startsAt: earlier(known.startsAt, after.starts_at),
    ...{ key, note: known },
    notAfter: readDatabaseTime(after.ends_at),
    delay: delayFor(tx),
  });
}

/** Texts for the cleaners whose visits are other than they know: theirs now, off, or at another time. */
async function newsForCrew(tx: Tx, crew: readonly string[], change: Change): Promise<NewTask[]> {
  const { before, after, unsent } = change;
  return (await cleanerMobiles(tx, crew)).flatMap(({ id, mobile }) => {
    const key = crewKey(after, id);
    const known = knownBefore(unsent, key, visitFor(before, id));
    const news = newsFor(known, visitFor(after, id));
    if (news === null) return [];
    const to = { mobile, cleanerId: id };
    return crewTasks(tx, after, { news, to, key, known });
  });
}

interface CrewTask {
  readonly news: News;
  readonly to: { readonly mobile: string; readonly cleanerId: string };
  readonly key: string;
  readonly known: KnownVisit | null;
}

function crewTasks(tx: Tx, after: JobRow, { news: { news, visit }, to, key, known }: CrewTask): NewTask[] {
  const times = { startsAt: instantText(visit.startsAt), endsAt: instantText(visit.endsAt) };
  return messageTasks(tx, {
    kind: `crew-${news}` as const,
    to: { mobile: to.mobile },
    ...aboutJob(after),
    cleanerId: to.cleanerId,
    data: { visit: { ...visitData(after), ...times }, postal: visit.postal },
    isChange: true,
    startsAt: earlier(known?.startsAt ?? visit.startsAt, visit.startsAt),
    ...{ key, note: known },
    notAfter: readDatabaseTime(visit.endsAt),
    delay: delayFor(tx),
  });
}

/**
 * Who of the crews of these visits has not heard yet that they are theirs: of a visit that they do not know nobody is
 * told that it is off. Ask before the visits change: that takes the news back. See isUntold.
 */
export async function findUntold(tx: Tx, jobs: readonly JobRow[]): Promise<ReadonlySet<string>> {
  const keys = jobs.flatMap((job) => job.crew.map(({ id }) => crewKey(job, id)));
  return findUnsent(tx, keys, 'crew-new');
}

export function isUntold(untold: ReadonlySet<string>, job: JobRow, cleanerId: string): boolean {
  return untold.has(crewKey(job, cleanerId));
}

/** Takes back what has not been heard. Of a visit that is paid only now nobody was ever told. */
async function takeBack(
  tx: Tx,
  before: JobRow,
  keys: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  return before.status === 'pending' ? new Map() : tx.outbox.withdraw(tx, keys);
}

/** What somebody knew before news that they have not heard yet; else what they know. */
function knownBefore<K>(unsent: ReadonlyMap<string, unknown>, key: string, known: K): K {
  const news = unsent.get(key) as { readonly note: K } | undefined;
  return news === undefined ? known : news.note;
}

/**
 * Keeps what the customer knows of a visit that has gone into the trash before they heard of its move: once it is
 * restored, the move is news to them.
 */
function rememberKnown(
  tx: Tx,
  key: string,
  { known, until }: { readonly known: KnownVisit; readonly until: string },
): NewTask {
  const notBefore = systemClock.now().add(tx.clock.now().until(readDatabaseTime(until)));
  return newTask('forget-known-visit', { note: known }, { key, notBefore });
}

const moveKey = (job: JobRow) => `visit-moved:${job.id}`;
const crewKey = (job: JobRow, cleanerId: string) => `visit-news:${job.id}:${cleanerId}`;

function delayFor(tx: Tx): Temporal.Duration | undefined {
  return may(tx.actor, changeOutsideTerms) ? UNDO_WINDOW : undefined;
}

/** Paid and not put aside: people go there. */
export function takesPlace(row: JobRow): boolean {
  return row.status === 'paid' && row.trashed_at === null;
}

function visitFor(row: JobRow, cleanerId: string): KnownVisit | null {
  const isTheirs = takesPlace(row) && row.crew.some((member) => member.id === cleanerId);
  return isTheirs ? visitOf(row) : null;
}

function visitOf(row: JobRow): KnownVisit {
  return { startsAt: row.starts_at, endsAt: row.ends_at, postal: row.address_postal };
}

function instantText(databaseText: string): string {
  return readDatabaseTime(databaseText).toString();
}

function earlier(a: string, b: string): Temporal.Instant {
  const [one, other] = [readDatabaseTime(a), readDatabaseTime(b)];
  return Temporal.Instant.compare(one, other) < 0 ? one : other;
}
