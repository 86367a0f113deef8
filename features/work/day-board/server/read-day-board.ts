import { sql } from 'kysely';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { closedDays } from '#features/catalogue/places/server/index.ts';
import { type Shift, shiftsFromRanges } from '#features/people/cleaners/rules/week.ts';
import { GOING_AHEAD, type JobStatus } from '#features/work/jobs/rules/status.ts';
import { findMissingCrew, type TimeRange } from '#features/work/jobs/server/index.ts';
import type { Travel } from '#features/work/schedule/rules/travel.ts';
import { loadTravel, readTimeSettings } from '#features/work/schedule/server/index.ts';
import {
  atMinute,
  dayBounds,
  dayOf,
  instantToWire,
  readDatabaseTime,
  readDay,
  weekdayIndex,
  wireTime,
  wireTimeOrNull,
} from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import type { Context } from '#platform/server/context.ts';
import type { BoardCleaner, BoardVisit, DayBoard } from '../contract.ts';
import { hoursAvailable, type Span } from '../rules/load.ts';
import { MINUTES_A_DAY } from '../rules/rows.ts';
import { partKey, travelBefore } from '../rules/travel.ts';

/** The board of a day; defaults to today. */
export async function readDayBoard(
  ctx: Context,
  { day }: { readonly day?: string | undefined },
): Promise<DayBoard> {
  const zone = ctx.config.BUSINESS_TZ;
  const date = (day === undefined ? null : readDay(day)) ?? dayOf(ctx.clock.now(), zone);
  const { start: from, end: until } = dayBounds(date, zone);
  const settings = await readTimeSettings(ctx);
  const closed = (await closedDays(ctx, date, date.add({ days: 1 }))).get(date.toString()) ?? null;
  const visits = await crewedVisits(ctx, { from, until }, await loadTravel(ctx, settings));
  const ids = [...new Set(visits.flatMap(({ crew }) => crew.map(({ id }) => id)))];
  const cleaners = await findCleaners(ctx, { weekdays: [weekdayIndex(date)], ids });
  const off = Map.groupBy(await findTimeOff(ctx, { from, until }), ({ cleanerID }) => cleanerID);
  const hours = bookedHours(visits);
  const at = (minute: number) => instantToWire(atMinute(date, minute, zone), zone);
  const toCleaner = (cleaner: FoundCleaner): BoardCleaner => {
    const shifts = closed === null ? (cleaner.week.get(weekdayIndex(date)) ?? []) : [];
    const away = off.get(cleaner.id) ?? [];
    const { week: _week, ...person } = cleaner;
    return {
      ...person,
      languages: [...person.languages],
      regions: [...person.regions],
      shifts: shifts.map(([start, end]) => ({ startTime: at(start), endTime: at(end) })),
      off: away.map(({ kind, description, onlyJobType, start, end }) => ({
        kind,
        description,
        onlyJobType,
        startTime: instantToWire(start, zone),
        endTime: instantToWire(end, zone),
      })),
      hoursBooked: hours.get(cleaner.id) ?? 0,
      hoursAvailable: hoursAvailable(shifts, offMinutes(away, from)),
    };
  };
  return {
    day: date.toString(),
    closed,
    opening: { startTime: at(settings.opensAtMinute), endTime: at(settings.closesAtMinute) },
    cleaners: cleaners.map(toCleaner),
    visits,
  };
}

/** The visits of a day with who of their crews cannot come, and how long each travels. */
async function crewedVisits(
  ctx: Context,
  day: Parameters<typeof findVisits>[1],
  travel: Travel,
): Promise<BoardVisit[]> {
  const found = await findVisits(ctx, day);
  const missing = new Set(
    (await findMissingCrew(ctx, day.until)).map(({ jobID, cleaner }) => partKey(jobID, cleaner.id)),
  );
  const parts = found.flatMap(({ jobID, postal, startTime, crew }) =>
    crew.map(({ id }) => ({
      jobID,
      cleanerID: id,
      postal,
      start: Temporal.Instant.from(startTime).epochMilliseconds,
    })),
  );
  const rides = travelBefore(
    parts.filter(({ jobID, cleanerID }) => !missing.has(partKey(jobID, cleanerID))),
    travel,
  );
  return found.map((visit) => ({
    ...visit,
    crew: visit.crew.map((member) => {
      const key = partKey(visit.jobID, member.id);
      return { ...member, isMissing: missing.has(key), travelMinutes: rides.get(key) ?? null };
    }),
  }));
}

/** By cleaner; those who cannot come have none. */
function bookedHours(visits: readonly BoardVisit[]): Map<string, number> {
  const hours = new Map<string, number>();
  for (const visit of visits)
    for (const { id, isMissing } of visit.crew)
      if (!isMissing) hours.set(id, (hours.get(id) ?? 0) + visit.hours);
  return hours;
}

/** Time off from all work, in minutes of the day that begins at `midnight`. */
export function offMinutes(off: readonly FoundTimeOff[], midnight: Temporal.Instant): Span[] {
  const minute = (at: Temporal.Instant) =>
    Math.min(Math.max(at.since(midnight).total('minutes'), 0), MINUTES_A_DAY);
  return off
    .filter(({ onlyJobType }) => onlyJobType === null)
    .map(({ start, end }) => ({ start: minute(start), end: minute(end) }));
}

interface CrewColumns {
  readonly id: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly displayName: string;
  /** As PostgreSQL formats them. */
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

/** Members are missing, and travel, as far as the rest of the board says so. */
type FoundVisit = Omit<BoardVisit, 'crew'> & { readonly crew: readonly FoundMember[] };
type FoundMember = Pick<BoardVisit['crew'][number], 'id' | 'fullname' | 'startedAt' | 'finishedAt'>;

/** The visits that begin in this time and go ahead or are held, by start. */
async function findVisits(ctx: Context, { from, until }: TimeRange): Promise<FoundVisit[]> {
  const rows = await ctx.db
    .selectFrom('job')
    .innerJoin('customer', 'customer.id', 'job.customerID')
    .leftJoin('area', 'area.id', 'job.addressAreaID')
    .leftJoin('job_hold', (join) =>
      join.onRef('job_hold.id', '=', 'job.holdID').on('job.status', '=', 'pending'),
    )
    .select(['job.id', 'job.number', 'job.version', 'job.addressPostal', 'job.startsAt', 'job.endsAt'])
    .select(['job.hours', 'job.seriesID', 'job.numCleaners', 'job.addressHasPets'])
    .select(['job.addressGenderPreference', 'job.specialRequests', 'job.contactDetails'])
    .select(['customer.firstname', 'customer.lastname', 'customer.displayName'])
    .select(['customer.mobile', 'area.name as area', 'job_hold.expiresAt'])
    .select([
      sql<JobType>`job.job_type`.as('jobType'),
      sql<JobStatus>`job.status`.as('status'),
      sql<BoardVisit['stage']>`job.stage`.as('stage'),
      sql<boolean>`not exists (select from job as earlier
        where earlier.customer_id = job.customer_id and earlier.starts_at < job.starts_at
          and earlier.status in (${sql.join([...GOING_AHEAD])}) and earlier.trashed_at is null)`.as(
        'isFirst',
      ),
      sql<CrewColumns[]>`(
        select coalesce(json_agg(json_build_object(
            'id', cleaner.id, 'firstname', cleaner.firstname, 'lastname', cleaner.lastname,
            'displayName', cleaner.display_name,
            'startedAt', job_crew.started_at::text, 'finishedAt', job_crew.finished_at::text
          ) order by job_crew.place), '[]')
        from job_crew join cleaner on cleaner.id = job_crew.cleaner_id
        where job_crew.job_id = job.id)`.as('crew'),
    ])
    .where('job.status', 'in', ['pending', ...GOING_AHEAD])
    .where('job.trashedAt', 'is', null)
    .where('job.startsAt', '>=', from.toString())
    .where('job.startsAt', '<', until.toString())
    .where((eb) =>
      eb.or([
        eb('job.status', '<>', 'pending'),
        eb.and([
          eb('job_hold.endedAt', 'is', null),
          eb('job_hold.expiresAt', '>', ctx.clock.now().toString()),
        ]),
      ]),
    )
    .orderBy('job.startsAt')
    .orderBy('job.id')
    .execute();
  return rows.map((row) => ({
    jobID: row.id,
    number: row.number,
    version: row.version,
    customer: { fullname: fullnameOf(row), mobile: row.mobile },
    area: row.area ?? '',
    postal: row.addressPostal,
    jobType: row.jobType,
    startTime: wireTime(row.startsAt),
    endTime: wireTime(row.endsAt),
    hours: row.hours,
    status: row.status,
    stage: row.stage,
    holdExpiresAt: wireTimeOrNull(row.expiresAt),
    seriesID: row.seriesID,
    numCleaners: row.numCleaners,
    crew: row.crew.map((member) => ({
      id: member.id,
      fullname: fullnameOf(member),
      startedAt: wireTimeOrNull(member.startedAt),
      finishedAt: wireTimeOrNull(member.finishedAt),
    })),
    hasPets: row.addressHasPets,
    genderPreference: row.addressGenderPreference,
    specialRequests: row.specialRequests,
    contactDetails: row.contactDetails,
    isFirst: row.isFirst,
  }));
}

export interface FoundCleaner {
  readonly id: string;
  readonly fullname: string;
  readonly mobile: string;
  readonly profilePhoto: string;
  readonly languages: readonly string[];
  readonly regions: readonly string[];
  readonly hasLeft: boolean;
  /** By weekday, 0 for Sunday; only days with work. */
  readonly week: ReadonlyMap<number, readonly Shift[]>;
}

/** Everyone who works on one of these weekdays, and those named, by name. */
export async function findCleaners(
  { db }: Context,
  { weekdays, ids }: { readonly weekdays: readonly number[]; readonly ids: readonly string[] },
): Promise<FoundCleaner[]> {
  const { rows } = await sql<{
    id: string;
    firstname: string;
    lastname: string;
    displayName: string;
    mobile: string;
    profilePhoto: string;
    languages: string[];
    regions: string[];
    hasLeft: boolean;
    week: { weekday: number; shifts: string }[];
  }>`
    with week as (
      select cleaner_id, json_agg(json_build_object('weekday', weekday, 'shifts', shifts::text)) as days
      from cleaner_week where available and weekday = any(${[...weekdays]}::int[]) group by cleaner_id
    ), served as (
      select cleaner_id, array_agg(region.name order by region.name) as regions
      from cleaner_region join region on region.id = region_id group by cleaner_id
    )
    select id, firstname, lastname, display_name as "displayName", mobile, profile_photo, languages,
      coalesce(served.regions, '{}') as regions, trashed_at is not null as has_left,
      coalesce(week.days, '[]') as week
    from cleaner
    left join week on week.cleaner_id = cleaner.id
    left join served on served.cleaner_id = cleaner.id
    where (trashed_at is null and week.cleaner_id is not null) or id = any(${[...ids]}::uuid[])
    order by coalesce(nullif(display_name, ''), firstname || ' ' || lastname), id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    fullname: fullnameOf(row),
    mobile: row.mobile,
    profilePhoto: row.profilePhoto,
    languages: row.languages,
    regions: row.regions,
    hasLeft: row.hasLeft,
    week: new Map(
      row.hasLeft ? [] : row.week.map(({ weekday, shifts }) => [weekday, shiftsFromRanges(shifts)]),
    ),
  }));
}

interface FoundTimeOff {
  readonly cleanerID: string;
  readonly kind: 'time-off' | 'block';
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  readonly description: string;
  readonly onlyJobType: JobType | null;
}

/** Time off and blocks that reach into this time, as entered, by start. */
export async function findTimeOff({ db }: Context, { from, until }: TimeRange): Promise<FoundTimeOff[]> {
  const rows = await db
    .selectFrom('time_off')
    .select(['cleanerID', 'startsAt', 'endsAt', 'description'])
    .select([
      sql<'time-off' | 'block'>`kind`.as('kind'),
      sql<JobType | null>`only_job_type`.as('onlyJobType'),
    ])
    .where('removedAt', 'is', null)
    .where(sql<boolean>`tstzrange(starts_at, ends_at) && tstzrange(${from.toString()}, ${until.toString()})`)
    .orderBy('startsAt')
    .execute();
  return rows.map((row) => ({
    cleanerID: row.cleanerID,
    kind: row.kind,
    start: readDatabaseTime(row.startsAt),
    end: readDatabaseTime(row.endsAt),
    description: row.description,
    onlyJobType: row.onlyJobType,
  }));
}
