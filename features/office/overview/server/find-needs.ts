import { countUndelivered, findUndelivered } from '#features/messages/messages/server/index.ts';
import { findExpiringHours } from '#features/money/credits/server/index.ts';
import { countOpenAlarms, findOpenAlarms } from '#features/money/payments/server/index.ts';
import { cleanerMobiles } from '#features/people/cleaners/server/index.ts';
import { findExpiringCards } from '#features/people/customers/server/index.ts';
import { countNewApplications, findNewApplications } from '#features/site/applications/server/index.ts';
import { countNewRequests, findNewRequests } from '#features/site/contact-requests/server/index.ts';
import { countUnanswered, findUnanswered } from '#features/work/conversations/server/index.ts';
import {
  CREW_AHEAD,
  customerName,
  type Found,
  findJobs,
  findLate,
  findMissingCrew,
  findNextStarts,
  findNotFinished,
  findUnpaidBookings,
  type JobRow,
  type MissingCrew,
} from '#features/work/jobs/server/index.ts';
import { findLowReviews } from '#features/work/reviews/server/index.ts';
import { findEndingSeries } from '#features/work/series/server/index.ts';
import { dayBounds, dayOf, readInstant, wireTime } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import type { Context } from '#platform/server/context.ts';
import type { NeedRow } from '../contract/needs.ts';
import { byUrgency, type NeedKind } from '../rules/urgency.ts';
import { suggestCrew } from './suggest-crew.ts';

/** Rows of one kind. */
const MOST = 5;
/** Visits for which a cleaner is suggested: each takes several queries. */
const SUGGESTED = 3;
const HOURS_AHEAD = { hours: 7 * 24 };

export interface Needs {
  readonly needs: readonly NeedRow[];
  readonly more: readonly { readonly kind: NeedKind; readonly count: number }[];
  /** For the rest of the page. */
  readonly missing: readonly MissingCrew[];
}

/** Rows of one kind, and how many there are in all. */
interface Kind {
  readonly kind: NeedKind;
  readonly rows: readonly NeedRow[];
  readonly count: number;
}

/** Everything that needs the office now, the most urgent first. */
export async function findNeeds(ctx: Context): Promise<Needs> {
  const missing = await findMissingCrew(ctx, ctx.clock.now().add(CREW_AHEAD));
  const kinds = [
    ...(await visitKinds(ctx, missing)),
    awayKind(ctx, missing),
    await problemKind(ctx),
    await messageKind(ctx),
    await requestKind(ctx),
    await applicationKind(ctx),
    await undeliveredKind(ctx),
    await cardKind(ctx),
    await hoursKind(ctx),
  ];
  const rows = kinds.flatMap((one) => one.rows.map((row) => ({ ...row, at: readAt(row.when) })));
  const sorted = byUrgency(
    rows.map((row) => ({ kind: row.kind, when: row.at, row })),
    ctx.clock.now(),
  );
  return {
    needs: sorted.map(({ row: { at: _at, ...row } }) => row),
    more: kinds.flatMap(({ kind, rows: shown, count }) =>
      count > shown.length ? [{ kind, count: count - shown.length }] : [],
    ),
    missing,
  };
}

/** @throws if it is not an instant: it comes from the database. */
function readAt(when: string): Temporal.Instant {
  const at = readInstant(when);
  if (at === null) throw new Error(`Not an instant: ${when}`);
  return at;
}

/** The kinds that are about visits: all their jobs are read at once. */
async function visitKinds(ctx: Context, missing: readonly MissingCrew[]): Promise<Kind[]> {
  const noCrew = Map.groupBy(missing, (one) => one.jobID);
  const first = [...noCrew.values()].slice(0, MOST).flatMap(([one]) => one ?? []);
  const late = await findLate(ctx, MOST);
  const open = await findNotFinished(ctx, MOST);
  const unpaid = await findUnpaidBookings(ctx, MOST);
  const reviews = await findLowReviews(ctx, MOST);
  const series = await findEndingSeries(ctx, MOST);
  const ids = [
    ...first.map(({ jobID }) => jobID),
    ...late.ids,
    ...open.ids,
    ...unpaid.bookings.map(({ jobID }) => jobID),
    ...reviews.ids,
    ...series.rows.map(({ jobID }) => jobID),
  ];
  const jobs = new Map((await findJobs(ctx, [...new Set(ids)])).map((job) => [job.id, job]));
  const of = (id: string) => jobs.get(id);
  return [
    { kind: 'no-crew', rows: await noCrewRows(ctx, first, of), count: noCrew.size },
    { kind: 'late', rows: await lateRows(ctx, late, of), count: late.count },
    { kind: 'not-finished', rows: notFinishedRows(open, of), count: open.count },
    {
      kind: 'unpaid',
      count: unpaid.count,
      rows: unpaid.bookings.flatMap(({ jobID, visits, amount, until, dueOn }) => {
        const job = of(jobID);
        if (job === undefined) return [];
        return [
          { kind: 'unpaid' as const, id: jobID, when: until, visit: factsOf(job), visits, amount, dueOn },
        ];
      }),
    },
    {
      kind: 'review',
      count: reviews.count,
      rows: reviews.ids.flatMap((id) => {
        const job = of(id);
        if (job?.reviewed_at == null) return [];
        return [
          {
            kind: 'review' as const,
            id,
            when: wireTime(job.reviewed_at),
            visit: factsOf(job),
            stars: job.review_stars ?? 0,
            text: job.review ?? '',
          },
        ];
      }),
    },
    {
      kind: 'series-ending',
      count: series.count,
      rows: series.rows.flatMap(({ seriesID, jobID }) => {
        const job = of(jobID);
        if (job === undefined) return [];
        const visit = factsOf(job);
        return [{ kind: 'series-ending' as const, id: seriesID, when: visit.startTime, visit }];
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
      },
    ];
  });
}

function factsOf(job: JobRow) {
  return {
    jobID: job.id,
    number: job.number,
    customer: { id: job.customer_id, fullname: customerName(job) },
    label: job.label,
    startTime: wireTime(job.starts_at),
    endTime: wireTime(job.ends_at),
    postal: job.address_postal,
    hours: job.hours,
    numCleaners: job.num_cleaners,
  };
}

/** Cleaners who are off today and have several visits; a single visit is its own row. */
function awayKind({ clock, config }: Context, missing: readonly MissingCrew[]): Kind {
  const zone = config.BUSINESS_TZ;
  const midnight = dayBounds(dayOf(clock.now(), zone), zone).end;
  const today = missing.filter(
    ({ startTime, hasLeft }) => !hasLeft && Temporal.Instant.compare(readAt(startTime), midnight) < 0,
  );
  const away = [...Map.groupBy(today, ({ cleaner }) => cleaner.id).values()].filter(
    (visits) => visits.length > 1,
  );
  return {
    kind: 'away',
    count: away.length,
    rows: away.slice(0, MOST).flatMap(([first, ...others]) =>
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

async function problemKind(ctx: Context): Promise<Kind> {
  const alarms = await findOpenAlarms(ctx, MOST);
  return {
    kind: 'payment-problem',
    count: await countIfFull(alarms, () => countOpenAlarms(ctx)),
    rows: alarms.map(({ id, kind, why, cents, customer, dueBy, raisedAt }) => ({
      kind: 'payment-problem',
      id,
      when: dueBy ?? raisedAt,
      problem: kind,
      why,
      cents,
      customer,
      dueBy,
    })),
  };
}

async function messageKind(ctx: Context): Promise<Kind> {
  const threads = await findUnanswered(ctx, MOST);
  return {
    kind: 'message',
    count: await countIfFull(threads, () => countUnanswered(ctx)),
    rows: threads.map(({ jobID, customer, text, createdAt }) => ({
      kind: 'message',
      id: jobID,
      when: createdAt,
      customer,
      text,
    })),
  };
}

async function requestKind(ctx: Context): Promise<Kind> {
  const requests = await findNewRequests(ctx, MOST);
  return {
    kind: 'contact-request',
    count: await countIfFull(requests, () => countNewRequests(ctx)),
    rows: requests.map(({ id, firstname, lastname, subject, message, createdAt }) => ({
      kind: 'contact-request',
      id,
      when: createdAt,
      name: nameOf(firstname, lastname),
      text: subject || message,
    })),
  };
}

async function applicationKind(ctx: Context): Promise<Kind> {
  const applications = await findNewApplications(ctx, MOST);
  return {
    kind: 'application',
    count: await countIfFull(applications, () => countNewApplications(ctx)),
    rows: applications.map(({ id, firstname, lastname, home_area, createdAt }) => ({
      kind: 'application',
      id,
      when: createdAt,
      name: nameOf(firstname, lastname),
      area: home_area,
    })),
  };
}

function nameOf(firstname: string, lastname: string): string {
  return fullnameOf({ firstname, lastname, displayName: null });
}

async function undeliveredKind(ctx: Context): Promise<Kind> {
  const messages = await findUndelivered(ctx, MOST);
  return {
    kind: 'undelivered',
    count: await countIfFull(messages, () => countUndelivered(ctx)),
    rows: messages.map(({ id, title, channel, to, failure, jobID, createdAt, canResend }) => ({
      kind: 'undelivered',
      id,
      when: createdAt,
      title,
      channel,
      to,
      failure,
      jobID,
      canResend,
    })),
  };
}

/** Cards that expire before their customer's next visit. */
async function cardKind(ctx: Context): Promise<Kind> {
  const month = dayOf(ctx.clock.now(), ctx.config.BUSINESS_TZ).toPlainYearMonth();
  const cards = await findExpiringCards(ctx, month);
  const starts = await findNextStarts(
    ctx,
    cards.map(({ customer }) => customer.id),
  );
  const rows = cards
    .flatMap((card): NeedRow[] => {
      const start = starts.get(card.customer.id);
      if (start === undefined || !isAfter(ctx, start, card.month)) return [];
      const { customer, last4 } = card;
      return [
        { kind: 'card-expiring', id: customer.id, when: start, customer, last4, month: String(card.month) },
      ];
    })
    .toSorted((a, b) => Temporal.Instant.compare(readAt(a.when), readAt(b.when)));
  return { kind: 'card-expiring', rows: rows.slice(0, MOST), count: rows.length };
}

/** A card is valid through the last day of its month. */
function isAfter({ config }: Context, start: string, month: Temporal.PlainYearMonth): boolean {
  const visit = dayOf(readAt(start), config.BUSINESS_TZ).toPlainYearMonth();
  return Temporal.PlainYearMonth.compare(visit, month) > 0;
}

async function hoursKind(ctx: Context): Promise<Kind> {
  const { count, rows } = await findExpiringHours(ctx, ctx.clock.now().add(HOURS_AHEAD), MOST);
  return {
    kind: 'hours-expiring',
    count,
    rows: rows.map(({ customer, hours, expiresAt }) => ({
      kind: 'hours-expiring',
      id: customer.id,
      when: expiresAt,
      customer,
      hours,
    })),
  };
}

/** Counts only if the rows may not be all. */
async function countIfFull(rows: readonly unknown[], count: () => Promise<number>): Promise<number> {
  return rows.length < MOST ? rows.length : count();
}
