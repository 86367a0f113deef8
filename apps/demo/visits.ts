import { sql } from 'kysely';
import { decideReview } from '#features/work/reviews/server/index.ts';
import { addReview, finishVisit, startVisit, tickChecklist } from '#features/work/visits/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Db } from '#platform/server/database/database.ts';
import { accepted } from './accepted.ts';
import { details, openings, remarks } from './data/words.ts';
import { type Random, randomFor } from './random.ts';
import { type Seeding, signedIn } from './seeding.ts';

interface Visit {
  readonly id: string;
  readonly customerID: string;
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  readonly crew: readonly string[];
  readonly items: readonly string[];
}

interface VisitContext {
  readonly db: Db;
  readonly seeding: Seeding;
  readonly now: Temporal.Instant;
  /** First names of the cleaners by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly officeID: string;
}

const REVIEWED_PERCENT = 36;
/** After this the office has moderated a review, and shows it, good or bad. */
const READ_AFTER = { hours: 24 * 4 };

/**
 * Simulates paid jobs up to the present: crews clock in and out, tick the checklist, and about every third customer
 * writes a review.
 */
export async function seedVisits(context: VisitContext, jobIDs: readonly string[]): Promise<void> {
  for (const visit of await readVisits(context, jobIDs)) {
    const seeding = context.seeding.apart(visit.id);
    await seedVisit({ ...context, seeding }, visit, randomFor(`visit ${visit.id}`));
  }
}

async function readVisits({ db, now }: VisitContext, jobIDs: readonly string[]): Promise<Visit[]> {
  const rows = await db
    .selectFrom('job')
    .select(['id', 'customerID', 'startsAt', 'endsAt'])
    .where('id', '=', sql<string>`any(${[...jobIDs]}::uuid[])`)
    .where('startsAt', '<=', now.add({ minutes: 10 }).toString())
    .orderBy('startsAt')
    .orderBy('id')
    .execute();
  const crew = await db
    .selectFrom('job_crew')
    .select(['jobID', 'cleanerID'])
    .where('jobID', '=', sql<string>`any(${[...jobIDs]}::uuid[])`)
    .orderBy('place')
    .execute();
  const items = await db
    .selectFrom('job_checklist_item')
    .select(['jobID', 'itemID'])
    .where('jobID', '=', sql<string>`any(${[...jobIDs]}::uuid[])`)
    .orderBy('position')
    .execute();
  const crewOf = Map.groupBy(crew, (row) => row.jobID);
  const itemsOf = Map.groupBy(items, (row) => row.jobID);
  return rows.map((row) => ({
    id: row.id,
    customerID: row.customerID,
    start: readDatabaseTime(row.startsAt),
    end: readDatabaseTime(row.endsAt),
    crew: (crewOf.get(row.id) ?? []).map((member) => member.cleanerID),
    items: (itemsOf.get(row.id) ?? []).map((item) => item.itemID),
  }));
}

async function seedVisit(context: VisitContext, visit: Visit, random: Random): Promise<void> {
  const { seeding } = context;
  const past = (moment: Temporal.Instant) => Temporal.Instant.compare(moment, context.now) <= 0;
  const began = visit.start.add({ seconds: random.int(-500, 240) });
  const ended = visit.end.add({ seconds: random.int(-600, 540) });
  for (const cleanerID of visit.crew) {
    const from = began.add({ seconds: random.int(0, 90) });
    if (past(from))
      accepted(await startVisit(seeding.at(from, signedIn('cleaner', cleanerID)), visit.id, {}));
  }
  if (!past(began)) return;
  await tick(context, visit, { random, done: past(ended), at: past(ended) ? ended : context.now });
  if (!past(ended)) return;
  for (const cleanerID of visit.crew) {
    const until = ended.add({ seconds: random.int(0, 60) });
    accepted(await finishVisit(seeding.at(until, signedIn('cleaner', cleanerID)), visit.id, {}));
  }
  const said = ended.add({ minutes: random.int(20, 2600) });
  if (random.percent(REVIEWED_PERCENT) && past(said)) await review(context, visit, { random, at: said });
}

interface TickOptions {
  readonly random: Random;
  readonly done: boolean;
  readonly at: Temporal.Instant;
}

/** The crew shares the checklist; occasionally one item could not be done. A visit in progress is half ticked. */
async function tick(context: VisitContext, visit: Visit, { random, done, at }: TickOptions): Promise<void> {
  const share = Math.ceil(visit.items.length / visit.crew.length);
  const left = random.percent(15) ? random.pick(visit.items) : null;
  const reached = done ? visit.items.length : Math.floor(visit.items.length / 2);
  for (const [index, cleanerID] of visit.crew.entries()) {
    const checklist = visit.items
      .slice(0, reached)
      .slice(index * share, (index + 1) * share)
      .filter((id) => id !== left)
      .map((id) => ({ id, done: true }));
    const comment = index === 0 && left !== null ? { comment: random.pick(remarks) } : {};
    const ctx = context.seeding.at(
      at.subtract({ minutes: random.int(1, 6) }),
      signedIn('cleaner', cleanerID),
    );
    accepted(await tickChecklist(ctx, visit.id, { checklist, ...comment }));
  }
}

interface ReviewOptions {
  readonly random: Random;
  readonly at: Temporal.Instant;
}

async function review(context: VisitContext, visit: Visit, { random, at }: ReviewOptions): Promise<void> {
  const stars = starsOf(random.int(1, 100));
  const name = context.names.get(visit.crew[0] ?? '') ?? '';
  const words = [random.pick(openings[stars] ?? []), random.pick(details[stars] ?? [])];
  const said = words.join(' ').trim().replaceAll('{name}', name);
  const ctx = context.seeding.at(at, signedIn('customer', visit.customerID));
  accepted(await addReview(ctx, visit.id, { review: said, reviewStarts: stars }));
  const read = at.add(READ_AFTER);
  if (Temporal.Instant.compare(read, context.now) > 0) return;
  const office = context.seeding.at(read, signedIn('admin', context.officeID));
  accepted(await decideReview(office, visit.id, { visible: true }));
}

function starsOf(hundredth: number): number {
  if (hundredth <= 66) return 5;
  if (hundredth <= 92) return 4;
  return hundredth <= 98 ? 3 : 2;
}
