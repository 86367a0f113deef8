import { sql } from 'kysely';
import type { z } from 'zod';
import { dayBounds } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { CsvColumn } from '#platform/server/lists/csv.ts';
import { listOf, type StreamedList } from '#platform/server/lists/streamed-list.ts';
import type { Job } from '../../contract/shapes.ts';
import type { listJobs as call } from '../../contract.ts';
import type { Stage } from '../../rules/visit/stage.ts';
import { toJobReply } from './job-reply.ts';
import { inCrew, jobsInSight } from './own-jobs.ts';

type Asked = z.output<typeof call.query>;
type Rows = ReturnType<typeof jobsInSight>;

/** Jobs by their start, the latest first. Cancelled and expired ones only when asked for. */
export function listJobs(ctx: Context, asked: Asked): StreamedList {
  const rows = searched(ctx, asked, inTime(ctx, asked, filtered(ctx, asked, jobsInSight(ctx))));
  return listOf(asked, {
    name: 'jobs',
    rows,
    sort: SORT,
    defaultOrder: 'desc',
    tieBreak: 'job.id',
    toItem: (row) => toJobReply(ctx, row),
    csv: CSV,
  });
}

const SORT = {
  startTime: ['job.starts_at'],
  createdAt: ['job.created_at'],
  label: ['job.label'],
  status: ['job.status', 'job.starts_at'],
  jobType: ['job.job_type', 'job.starts_at'],
  customer: ['customer.firstname', 'customer.lastname'],
  amountToPay: ['job.amount_to_pay'],
} as const;

function filtered(ctx: Context, asked: Asked, all: Rows): Rows {
  let rows = all;
  if (ctx.actor.role === 'admin') rows = inTrash(asked, rows);
  if (asked.stage !== undefined) rows = rows.where(atStage(asked.stage));
  const status = asked.status ?? (asked.stage === undefined ? undefined : 'paid');
  if (status === undefined) rows = rows.where('job.status', 'in', ['pending', 'paid']);
  else if (status !== '*') rows = rows.where('job.status', '=', status);
  if (asked.jobType !== undefined) rows = rows.where('job.job_type', '=', asked.jobType);
  if (asked.seriesID !== undefined) rows = rows.where('job.series_id', '=', asked.seriesID);
  if (asked.customerID !== undefined) rows = rows.where('job.customer_id', '=', asked.customerID);
  if (asked.cleanerID !== undefined) rows = rows.where(inCrew(asked.cleanerID));
  return rows;
}

/** The same as rules/visit/stage.ts, in SQL: begun with the first start, done with the last finish. */
function atStage(stage: Stage) {
  const crew = sql`select from job_crew where job_crew.job_id = job.id`;
  const begun = sql<boolean>`exists (${crew} and started_at is not null)`;
  const done = sql<boolean>`(exists (${crew}) and not exists (${crew} and finished_at is null))`;
  if (stage === 'done') return done;
  return stage === 'upcoming'
    ? sql<boolean>`(not ${begun} and not ${done})`
    : sql<boolean>`(${begun} and not ${done})`;
}

function inTrash(asked: Asked, rows: Rows): Rows {
  if (asked.trash === '*') return rows;
  return rows.where('job.trashed_at', asked.trash === '1' ? 'is not' : 'is', null);
}

function inTime(ctx: Context, asked: Asked, all: Rows): Rows {
  const zone = ctx.config.BUSINESS_TZ;
  const bounds = (day: string) => dayBounds(Temporal.PlainDate.from(day), zone);
  let rows = all;
  if (asked.from_date !== undefined)
    rows = rows.where('job.starts_at', '>=', bounds(asked.from_date).start.toString());
  if (asked.to_date !== undefined)
    rows = rows.where('job.starts_at', '<', bounds(asked.to_date).end.toString());
  return rows;
}

/** Free text over what the person can see in the row; only the office finds people by it. */
function searched(ctx: Context, asked: Asked, rows: Rows): Rows {
  if (!asked.q) return rows;
  const like = `%${asked.q.replace(/[\\%_]/g, '\\$&')}%`;
  const digits = asked.q.replace(/\D/g, '');
  const isOffice = ctx.actor.role === 'admin';
  return rows.where((eb) =>
    eb.or([
      eb('job.label', 'ilike', like),
      eb('package.label', 'ilike', like),
      eb('job.address_postal', 'like', like),
      eb('job.address_line1', 'ilike', isOffice || ctx.actor.role === 'customer' ? like : ''),
      ...(isOffice
        ? [
            sql<boolean>`(customer.firstname || ' ' || customer.lastname) ilike ${like}`,
            eb('job.customer_email', 'ilike', like),
            ...(digits.length >= 4 ? [eb('customer.mobile', 'like', `%${digits}%`)] : []),
          ]
        : []),
    ]),
  );
}

const CSV: readonly CsvColumn<Job>[] = [
  { heading: 'Job', value: (job) => job.id },
  { heading: 'Label', value: (job) => job.label },
  { heading: 'Type', value: (job) => job.jobType },
  { heading: 'Status', value: (job) => job.status },
  { heading: 'Stage', value: (job) => job.stage },
  { heading: 'Start', value: (job) => job.startTime },
  { heading: 'End', value: (job) => job.endTime },
  { heading: 'Customer', value: (job) => job.customer.fullname },
  { heading: 'Mobile', value: (job) => job.customer.mobile },
  { heading: 'Address', value: (job) => job.job_address_addressLine1 },
  { heading: 'Postal code', value: (job) => job.job_address_postal },
  {
    heading: 'Crew',
    value: (job) => job.cleaners.map(({ firstname, lastname }) => `${firstname} ${lastname}`).join(', '),
  },
  { heading: 'To pay (S$)', value: (job) => ((job.amountToPay ?? 0) / 100).toFixed(2) },
  { heading: 'Stars', value: (job) => job.reviewStarts },
];
