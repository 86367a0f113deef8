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
  jobId: string,
): Promise<VisitRecord | Refusal<'not_found'>> {
  const job = await findVisibleJob(ctx, jobId);
  if (isRefusal(job)) return job;
  const clocks = await clocksOf(ctx, jobId);
  const home = await homeOf(ctx, job);
  const { phone } = await readContact(ctx);
  const photos = showsHome(ctx, job) ? await photosOf(ctx, jobId) : [];
  const isOffice = may(ctx.actor, seeCorrections);
  const former = isOffice ? await formerOf(ctx, job) : [];
  const admins = isOffice ? await adminNames(ctx, correctorsOf([...clocks, ...former])) : new Map();
  const member = (id: string, firstname: string, clock: ClockRow, replacedAt: string | null) => {
    const where = may(ctx.actor, seeLocation, { member: id }) ? { home } : null;
    return {
      id,
      firstname,
      onTheWayAt: wireTimeOrNull(clock.on_the_way_at),
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
        const clock = clocks.find((row) => row.cleaner_id === id);
        return clock === undefined ? [] : [member(id, firstname, clock, null)];
      }),
      ...former.map((row) => member(row.cleaner_id, row.firstname, row, row.replaced_at)),
    ],
    photos: photos.map((row) => toPhoto(ctx, row)),
  };
}

/** Cleaners who have worked before they were replaced, or may have: the visit could be started by then. */
async function formerOf(ctx: Context, job: JobRow) {
  const opens = readDatabaseTime(job.starts_at).subtract({ minutes: EARLY_START_MINUTES });
  return (await findFormerCrew(ctx, job.id)).filter(
    ({ started_at, replaced_at }) =>
      started_at !== null || Temporal.Instant.compare(readDatabaseTime(replaced_at), opens) >= 0,
  );
}

const versionOf = ({ started_at, finished_at, corrected_at }: ClockRow) =>
  clockVersion({
    startedAt: readDatabaseTimeOrNull(started_at),
    finishedAt: readDatabaseTimeOrNull(finished_at),
    correctedAt: readDatabaseTimeOrNull(corrected_at),
  });

type Corrected = Pick<ClockRow, 'corrected_at' | 'corrected_by' | 'correction_reason'>;

function correctorsOf(rows: readonly Corrected[]): string[] {
  return [...new Set(rows.flatMap((row) => row.corrected_by ?? []))];
}

function correctionOf(row: Corrected, admins: ReadonlyMap<string, string>) {
  const { corrected_at: at, corrected_by: by, correction_reason: reason } = row;
  if (at === null || by === null) return null;
  return { by: admins.get(by) ?? 'The office', at: wireTime(at), reason: reason ?? '' };
}

/** Photos show the inside of a home, so a cleaner sees them only while they see its address. */
function showsHome(ctx: Context, job: JobRow): boolean {
  if (may(ctx.actor, seeContact, { customer: job.customer_id })) return true;
  const visit = { start: readDatabaseTime(job.starts_at), end: readDatabaseTime(job.ends_at) };
  return mayCleanerSeeContact(visit, ctx.clock.now());
}

/** The home's coordinates; null if only the centre of its postal district is known. */
async function homeOf(ctx: Context, job: JobRow): Promise<Point | null> {
  const { address_latitude: latitude, address_longitude: longitude } = job;
  if (latitude === null || longitude === null) return null;
  const area = await areaOfPostal(ctx, job.address_postal);
  return area?.latitude === latitude && area.longitude === longitude ? null : { latitude, longitude };
}

function clocksOf(ctx: Context, jobId: string) {
  return ctx.db
    .selectFrom('job_crew')
    .select(['cleaner_id', 'on_the_way_at'])
    .select(['started_at', 'start_received_at', 'start_latitude', 'start_longitude', 'start_accuracy'])
    .select(['finished_at', 'finish_received_at', 'finish_latitude', 'finish_longitude', 'finish_accuracy'])
    .select(['corrected_at', 'corrected_by', 'correction_reason'])
    .where('job_id', '=', jobId)
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
  at: row.started_at,
  receivedAt: row.start_received_at,
  latitude: row.start_latitude,
  longitude: row.start_longitude,
  accuracy: row.start_accuracy,
});

const finishOf = (row: ClockRow): Press => ({
  at: row.finished_at,
  receivedAt: row.finish_received_at,
  latitude: row.finish_latitude,
  longitude: row.finish_longitude,
  accuracy: row.finish_accuracy,
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
  jobId: string,
  review: Review,
): Promise<Job | Refusal<NotReviewable | 'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    await lockJob(tx, jobId);
    const job = await findVisibleJob(tx, jobId);
    if (isRefusal(job)) return job;
    const reason = whyNotReviewable(
      {
        status: job.status,
        end: readDatabaseTime(job.ends_at),
        finished: stageOf(job.crew) === 'done',
        reviewed: job.reviewed_at !== null,
      },
      tx.clock.now(),
    );
    if (reason !== null) return refuse(reason);
    await changeJob(tx, jobId, {
      fields: {
        review: review.review,
        review_stars: review.reviewStarts,
        reviewed_at: tx.clock.now().toString(),
      },
    });
    return readJob(tx, jobId);
  });
}
