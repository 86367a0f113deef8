import { cleanerCards, cleanerMobiles } from '#features/people/cleaners/server/index.ts';
import { findOpenRequests, findReports } from '#features/work/cover/server/index.ts';
import {
  customerName,
  type Found,
  findJobs,
  findLate,
  findNotFinished,
  findSaidNo,
  findUnpaidBookings,
  type JobRow,
  type MissingCrew,
} from '#features/work/jobs/server/index.ts';
import { findLowReviews } from '#features/work/reviews/server/index.ts';
import { findEndingSeries, findOpenQuestions } from '#features/work/series/server/index.ts';
import { findRefusedWork, type RefusedWork } from '#features/work/visits/server/index.ts';
import { dayBounds, dayOf, wireTime } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import type { Context } from '#platform/server/context.ts';
import type { NeedRow } from '../contract/needs.ts';
import { type Kind, readAt } from './need-kind.ts';
import { suggestCrew } from './suggest-crew.ts';

/** Visits for which a cleaner is suggested: each takes several queries. */
const SUGGESTED = 3;

/** The kinds that are about visits: all their jobs are read at once. */
export async function visitKinds(
  ctx: Context,
  missing: readonly MissingCrew[],
  most: number,
): Promise<Kind[]> {
  const noCrew = Map.groupBy(missing, (one) => one.jobID);
  const first = [...noCrew.values()].slice(0, most).flatMap(([one]) => one ?? []);
  const late = await findLate(ctx, most);
  const open = await findNotFinished(ctx, most);
  const saidNo = await findSaidNo(ctx, most);
  const refused = await findRefusedWork(ctx, most);
  const unpaid = await findUnpaidBookings(ctx, most);
  const reviews = await findLowReviews(ctx, most);
  const questions = await findOpenQuestions(ctx, most);
  const series = await findEndingSeries(ctx, most);
  const ids = [
    ...first.map(({ jobID }) => jobID),
    ...late.ids,
    ...open.ids,
    ...saidNo.ids,
    ...refused.work.map(({ jobID }) => jobID),
    ...unpaid.bookings.map(({ jobID }) => jobID),
    ...reviews.ids,
    ...questions.rows.map(({ jobID }) => jobID),
    ...series.rows.map(({ jobID }) => jobID),
  ];
  const jobs = new Map((await findJobs(ctx, [...new Set(ids)])).map((job) => [job.id, job]));
  const of = (id: string) => jobs.get(id);
  return [
    { kind: 'no-crew', rows: await noCrewRows(ctx, first, of), count: noCrew.size },
    { kind: 'late', rows: await lateRows(ctx, late, of), count: late.count },
    { kind: 'not-finished', rows: notFinishedRows(open, of), count: open.count },
    {
      kind: 'said-no',
      count: saidNo.count,
      rows: saidNo.ids.flatMap((id) => {
        const job = of(id);
        if (job?.cameAnsweredAt == null) return [];
        return [{ kind: 'said-no' as const, id, when: wireTime(job.cameAnsweredAt), visit: factsOf(job) }];
      }),
    },
    { kind: 'lost-work', rows: await lostWorkRows(ctx, refused.work, of), count: refused.count },
    {
      kind: 'unpaid',
      count: unpaid.count,
      rows: unpaid.bookings.flatMap(({ jobID, visits, amount, until, dueOn, isCharge }) => {
        const job = of(jobID);
        if (job === undefined) return [];
        return [
          {
            kind: 'unpaid' as const,
            id: jobID,
            when: until,
            visit: factsOf(job),
            visits,
            amount,
            dueOn,
            isCharge,
          },
        ];
      }),
    },
    {
      kind: 'review',
      count: reviews.count,
      rows: reviews.ids.flatMap((id) => {
        const job = of(id);
        if (job?.reviewedAt == null) return [];
        return [
          {
            kind: 'review' as const,
            id,
            when: wireTime(job.reviewedAt),
            visit: factsOf(job),
            stars: job.reviewStars ?? 0,
            text: job.review ?? '',
          },
        ];
      }),
    },
    {
      kind: 'series-question',
      count: questions.count,
      rows: questions.rows.flatMap(({ id, jobID, startTime, answerBy }) => {
        const job = of(jobID);
        if (job === undefined) return [];
        const visit = factsOf(job);
        return [{ kind: 'series-question' as const, id, when: answerBy, visit, date: startTime }];
      }),
    },
    {
      kind: 'series-ending',
      count: series.count,
      rows: series.rows.flatMap(({ seriesID, jobID, offeredAt }) => {
        const job = of(jobID);
        if (job === undefined) return [];
        const visit = factsOf(job);
        return [
          {
            kind: 'series-ending' as const,
            id: seriesID,
            when: visit.startTime,
            visit,
            offeredAt: offeredAt === null ? null : wireTime(offeredAt),
          },
        ];
      }),
    },
  ];
}

type JobOf = (id: string) => JobRow | undefined;

async function noCrewRows(ctx: Context, first: readonly MissingCrew[], of: JobOf): Promise<NeedRow[]> {
  const rows: NeedRow[] = [];
  for (const { jobID, position, cleaner } of first) {
    const job = of(jobID);
    if (job === undefined) continue;
    const visit = factsOf(job);
    const suggestion = rows.length < SUGGESTED ? await suggestCrew(ctx, job) : null;
    rows.push({
      kind: 'no-crew',
      id: jobID,
      when: visit.startTime,
      visit,
      position,
      missing: cleaner,
      suggestion,
    });
  }
  return rows;
}

async function lateRows(ctx: Context, late: Found, of: JobOf): Promise<NeedRow[]> {
  const waiting = late.ids.flatMap((id) => {
    const job = of(id);
    const index = job?.crew.findIndex((member) => member.startedAt === null) ?? -1;
    const member = job?.crew[index];
    return job === undefined || member === undefined ? [] : [{ job, position: index + 1, member }];
  });
  const mobiles = new Map(
    (
      await cleanerMobiles(
        ctx,
        waiting.map(({ member }) => member.id),
      )
    ).map(({ id, mobile }) => [id, mobile]),
  );
  return waiting.map(({ job, position, member }) => {
    const visit = factsOf(job);
    const cleaner = { id: member.id, fullname: fullnameOf(member), mobile: mobiles.get(member.id) ?? '' };
    return { kind: 'late', id: job.id, when: visit.startTime, visit, position, cleaner };
  });
}

function notFinishedRows(open: Found, of: JobOf): NeedRow[] {
  return open.ids.flatMap((id): NeedRow[] => {
    const job = of(id);
    const index = job?.crew.findIndex((member) => member.finishedAt === null) ?? -1;
    const member = job?.crew[index];
    if (job === undefined || member === undefined) return [];
    const visit = factsOf(job);
    return [
      {
        kind: 'not-finished',
        id,
        when: visit.endTime,
        visit,
        position: index + 1,
        cleaner: { id: member.id, fullname: fullnameOf(member) },
        hasStarted: member.startedAt !== null,
        isUnclocked: job.stage === 'upcoming',
      },
    ];
  });
}

async function lostWorkRows(ctx: Context, work: readonly RefusedWork[], of: JobOf): Promise<NeedRow[]> {
  const cards = await cleanerCards(ctx, [...new Set(work.map(({ cleanerID }) => cleanerID))]);
  const cleaners = new Map(cards.map(({ id, fullname }) => [id, { id, fullname }]));
  return work.flatMap(({ jobID, cleanerID, acts, since }): NeedRow[] => {
    const [job, cleaner] = [of(jobID), cleaners.get(cleanerID)];
    if (job === undefined || cleaner === undefined) return [];
    return [{ kind: 'lost-work', id: jobID, when: since, visit: factsOf(job), cleaner, acts: [...acts] }];
  });
}

function factsOf(job: JobRow) {
  return {
    jobID: job.id,
    number: job.number,
    customer: { id: job.customerID, fullname: customerName(job) },
    label: job.label,
    startTime: wireTime(job.startsAt),
    endTime: wireTime(job.endsAt),
    postal: job.addressPostal,
    hours: job.hours,
    numCleaners: job.numCleaners,
  };
}

/** What cleaners have reported in their app. */
export async function reportKind(ctx: Context, most: number): Promise<Kind> {
  const { count, reports } = await findReports(ctx, most);
  return {
    kind: 'cannot-come',
    count,
    rows: reports.map(({ absence: { id, createdAt, reason, until }, cleaner, visits, firstStart }) => ({
      kind: 'cannot-come',
      id,
      when: createdAt,
      cleaner,
      reason,
      until,
      visits,
      firstStart,
    })),
  };
}

/** Time off that cleaners ask for. */
export async function timeOffKind(ctx: Context, most: number): Promise<Kind> {
  const { count, requests } = await findOpenRequests(ctx, most);
  return {
    kind: 'time-off',
    count,
    rows: requests.map(({ request: { id, createdAt, firstDay, lastDay, note }, cleaner, visits }) => ({
      kind: 'time-off',
      id,
      when: createdAt,
      cleaner,
      firstDay,
      lastDay,
      note,
      visits,
    })),
  };
}

/** Cleaners who are off today and have several visits; a single visit is its own row, and so is what they have reported. */
export function awayKind(
  { clock, config }: Context,
  { missing, reports }: { readonly missing: readonly MissingCrew[]; readonly reports: Kind },
  most: number,
): Kind {
  const reported = new Set(reports.rows.flatMap((row) => (row.kind === 'cannot-come' ? row.cleaner.id : [])));
  const zone = config.BUSINESS_TZ;
  const midnight = dayBounds(dayOf(clock.now(), zone), zone).end;
  const today = missing.filter(
    ({ startTime, hasLeft, cleaner }) =>
      !hasLeft && !reported.has(cleaner.id) && Temporal.Instant.compare(readAt(startTime), midnight) < 0,
  );
  const away = [...Map.groupBy(today, ({ cleaner }) => cleaner.id).values()].filter(
    (visits) => visits.length > 1,
  );
  return {
    kind: 'away',
    count: away.length,
    rows: away.slice(0, most).flatMap(([first, ...others]) =>
      first === undefined
        ? []
        : [
            {
              kind: 'away' as const,
              id: first.cleaner.id,
              when: first.startTime,
              cleaner: first.cleaner,
              visits: others.length + 1,
            },
          ],
    ),
  };
}
