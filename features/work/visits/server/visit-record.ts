import { areaOfPostal } from '#features/catalogue/places/server/index.ts';
import { readContact } from '#features/catalogue/settings/server/index.ts';
import { adminNames } from '#features/people/accounts/server/index.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { mayCleanerSeeContact } from '#features/work/jobs/rules/contact-window.ts';
import { seeContact } from '#features/work/jobs/rules/policy.ts';
import { stageOf } from '#features/work/jobs/rules/stage.ts';
import {
  changeJob,
  findFormerCrew,
  findVisibleJob,
  type JobRow,
  lockJob,
  readJob,
} from '#features/work/jobs/server/index.ts';
import {
  readDatabaseTime,
  readDatabaseTimeOrNull,
  wireTime,
  wireTimeOrNull,
} from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { ClockStamp, VisitRecord } from '../contract/visit-day.ts';
import { clockVersion, EARLY_START_MINUTES } from '../rules/clocking.ts';
import { locate, type Point } from '../rules/location.ts';
import { seeCorrections, seeLocation } from '../rules/policy.ts';
import { type NotReviewable, whyNotReviewable } from '../rules/reviewing.ts';
import { photosOf, toPhoto } from './photo-rows.ts';

/** The record of a visit, as far as the actor may see it. */
export async function readVisitRecord(
  ctx: Context,
  jobID: string,
): Promise<VisitRecord | Refusal<'not_found'>> {
  const job = await findVisibleJob(ctx, jobID);
  if (isRefusal(job)) return job;
  const clocks = await clocksOf(ctx, jobID);
  const home = await homeOf(ctx, job);
  const { phone } = await readContact(ctx);
  const photos = showsHome(ctx, job) ? await photosOf(ctx, jobID) : [];
  const isOffice = may(ctx.actor, seeCorrections);
  const former = isOffice ? await formerOf(ctx, job) : [];
  const admins = isOffice ? await adminNames(ctx, correctorsOf([...clocks, ...former])) : new Map();
  const member = (id: string, firstname: string, clock: ClockRow, replacedAt: string | null) => {
    const where = may(ctx.actor, seeLocation, { member: id }) ? { home } : null;
    return {
      id,
      firstname,
      onTheWayAt: wireTimeOrNull(clock.onTheWayAt),
      start: stampOf(startOf(clock), where),
      finish: stampOf(finishOf(clock), where),
      ...(isOffice && {
        replacedAt: wireTimeOrNull(replacedAt),
        correction: correctionOf(clock, admins),
        version: versionOf(clock),
      }),
    };
  };
  return {
    id: job.id,
    officePhone: phone,
    crew: [
      ...job.crew.flatMap(({ id, firstname }) => {
        const clock = clocks.find((row) => row.cleanerID === id);
        return clock === undefined ? [] : [member(id, firstname, clock, null)];
      }),
      ...former.map((row) => member(row.cleanerID, row.firstname, row, row.replacedAt)),
    ],
    photos: photos.map((row) => toPhoto(ctx, row)),
  };
}

/** Cleaners who have worked before they were replaced, or may have: the visit could be started by then. */
async function formerOf(ctx: Context, job: JobRow) {
  const opens = readDatabaseTime(job.startsAt).subtract({ minutes: EARLY_START_MINUTES });
  return (await findFormerCrew(ctx, job.id)).filter(
    ({ startedAt, replacedAt }) =>
      startedAt !== null || Temporal.Instant.compare(readDatabaseTime(replacedAt), opens) >= 0,
  );
}

const versionOf = ({ startedAt, finishedAt, correctedAt }: ClockRow) =>
  clockVersion({
    startedAt: readDatabaseTimeOrNull(startedAt),
    finishedAt: readDatabaseTimeOrNull(finishedAt),
    correctedAt: readDatabaseTimeOrNull(correctedAt),
  });

type Corrected = Pick<ClockRow, 'correctedAt' | 'correctedBy' | 'correctionReason'>;

function correctorsOf(rows: readonly Corrected[]): string[] {
  return [...new Set(rows.flatMap((row) => row.correctedBy ?? []))];
}

function correctionOf(row: Corrected, admins: ReadonlyMap<string, string>) {
  const { correctedAt: at, correctedBy: by, correctionReason: reason } = row;
  if (at === null || by === null) return null;
  return { by: admins.get(by) ?? 'The office', at: wireTime(at), reason: reason ?? '' };
}

/** Photos show the inside of a home, so a cleaner sees them only while they see its address. */
function showsHome(ctx: Context, job: JobRow): boolean {
  if (may(ctx.actor, seeContact, { customer: job.customerID })) return true;
  const visit = { start: readDatabaseTime(job.startsAt), end: readDatabaseTime(job.endsAt) };
  return mayCleanerSeeContact(visit, ctx.clock.now());
}

/** The home's coordinates; null if only the centre of its postal district is known. */
async function homeOf(ctx: Context, job: JobRow): Promise<Point | null> {
  const { addressLatitude: latitude, addressLongitude: longitude } = job;
  if (latitude === null || longitude === null) return null;
  const area = await areaOfPostal(ctx, job.addressPostal);
  return area?.latitude === latitude && area.longitude === longitude ? null : { latitude, longitude };
}

function clocksOf(ctx: Context, jobID: string) {
  return ctx.db
    .selectFrom('job_crew')
    .select(['cleanerID', 'onTheWayAt'])
    .select(['startedAt', 'startReceivedAt', 'startLatitude', 'startLongitude', 'startAccuracy'])
    .select(['finishedAt', 'finishReceivedAt', 'finishLatitude', 'finishLongitude', 'finishAccuracy'])
    .select(['correctedAt', 'correctedBy', 'correctionReason'])
    .where('jobID', '=', jobID)
    .execute();
}

type ClockRow = Awaited<ReturnType<typeof clocksOf>>[number];

interface Press {
  readonly at: string | null;
  readonly receivedAt: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly accuracy: number | null;
}

const startOf = (row: ClockRow): Press => ({
  at: row.startedAt,
  receivedAt: row.startReceivedAt,
  latitude: row.startLatitude,
  longitude: row.startLongitude,
  accuracy: row.startAccuracy,
});

const finishOf = (row: ClockRow): Press => ({
  at: row.finishedAt,
  receivedAt: row.finishReceivedAt,
  latitude: row.finishLatitude,
  longitude: row.finishLongitude,
  accuracy: row.finishAccuracy,
});

/** Includes the position for those who may see it. */
function stampOf(
  { at, receivedAt, latitude, longitude, accuracy }: Press,
  where: { readonly home: Point | null } | null,
): ClockStamp | null {
  if (at === null) return null;
  const times = { at: wireTime(at), receivedAt: wireTime(receivedAt ?? at) };
  if (where === null) return times;
  const phone = latitude === null || longitude === null ? null : { latitude, longitude, accuracy };
  return { ...times, ...locate(phone, where.home) };
}

interface Review {
  readonly review: string;
  /** One to five. */
  readonly reviewStarts: number;
}

/** The customer reviews the visit, once. The review is public once the office has approved it. */
export function addReview(
  ctx: Context,
  jobID: string,
  review: Review,
): Promise<Job | Refusal<NotReviewable | 'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    await lockJob(tx, jobID);
    const job = await findVisibleJob(tx, jobID);
    if (isRefusal(job)) return job;
    const reason = whyNotReviewable(
      {
        status: job.status,
        end: readDatabaseTime(job.endsAt),
        finished: stageOf(job.crew) === 'done',
        reviewed: job.reviewedAt !== null,
      },
      tx.clock.now(),
    );
    if (reason !== null) return refuse(reason);
    await changeJob(tx, jobID, {
      fields: {
        review: review.review,
        reviewStars: review.reviewStarts,
        reviewedAt: tx.clock.now().toString(),
      },
    });
    return readJob(tx, jobID);
  });
}
