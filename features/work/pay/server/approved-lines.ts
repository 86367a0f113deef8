import { type Insertable, sql } from 'kysely';
import type { DB } from '#database/generated.ts';
import type { Cents } from '#platform/kernel/money.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { firstDayOf, type Month } from '../rules/month.ts';
import { paidTime } from '../rules/paid-time.ts';
import type { PayLine } from '../rules/sheet.ts';
import {
  byStart,
  dayFinder,
  midnightFinder,
  millis,
  type PackedFacts,
  unpack,
  withShared,
} from './visit-facts.ts';

type PackedLine = readonly [
  ...PackedFacts,
  paidMinutes: number,
  rate: Cents,
  amount: Cents,
  isPaidBefore: boolean,
];

/** The lines of an approved sheet as they were approved, by cleaner in order of time. */
export async function readApprovedLines(ctx: Context, month: Month, cleanerID?: string): Promise<PayLine[]> {
  const packed = sql<PackedLine[]>`json_agg(json_build_array(
    line.job_id, job.number, line.job_type, ${millis('line.startsAt')}, ${millis('line.endsAt')},
    line.planned_minutes, line.break_minutes, ${millis('line.startedAt')}, ${millis('line.finishedAt')},
    line.corrected, line.cancelled, line.paid_minutes, line.rate, line.amount, line.paid_before))`;
  const rows = await ctx.db
    .selectFrom('pay_line as line')
    .innerJoin('job', 'job.id', 'line.jobID')
    .select(['line.cleanerID', packed.as('lines')])
    .where('line.month', '=', firstDayOf(month).toString())
    .$if(cleanerID !== undefined, (all) => all.where('line.cleanerID', '=', cleanerID ?? ''))
    .groupBy('line.cleanerID')
    .execute();
  const zone = ctx.config.BUSINESS_TZ;
  const days = { dayAt: dayFinder(zone), midnightAfter: midnightFinder(zone) };
  return rows.flatMap(({ cleanerID, lines }) => {
    const approved = lines.map((line) => {
      const [paidMinutes, rate, amount, isPaidBefore] = line.slice(-4) as [number, Cents, Cents, boolean];
      const facts = { ...unpack(cleanerID, line as unknown as PackedFacts, days), isPaidBefore };
      return { ...facts, paidMinutes, rate, amount };
    });
    return withShared(approved.sort(byStart)).map((line) => {
      const { clockedMinutes, flag } = paidTime(line);
      return { ...line, clockedMinutes, flag };
    });
  });
}

/** Stores the lines of a sheet, in one statement. Each has a rate. */
export async function insertLines(tx: Tx, month: Month, lines: readonly PayLine[]): Promise<void> {
  if (lines.length === 0) return;
  const rows = JSON.stringify(lines.map((line) => toRow(month, line)));
  await sql`insert into pay_line select * from json_populate_recordset(null::pay_line, ${rows})`.execute(
    tx.db,
  );
}

export async function deleteLines(tx: Tx, month: Month): Promise<void> {
  await tx.db.deleteFrom('pay_line').where('month', '=', firstDayOf(month).toString()).execute();
}

function toRow(month: Month, line: PayLine): Insertable<DB['pay_line']> {
  if (line.rate === null) throw new Error(`The visit ${line.jobID} has no pay rate`);
  const time = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString();
  return {
    month: firstDayOf(month).toString(),
    cleanerID: line.cleanerID,
    jobID: line.jobID,
    jobType: line.jobType,
    startsAt: time(line.start),
    endsAt: time(line.end),
    plannedMinutes: line.plannedMinutes,
    breakMinutes: line.breakMinutes,
    startedAt: line.startedAt === null ? null : time(line.startedAt),
    finishedAt: line.finishedAt === null ? null : time(line.finishedAt),
    corrected: line.isCorrected,
    cancelled: line.isCancelled,
    paidMinutes: line.paidMinutes,
    rate: line.rate,
    amount: line.amount,
    paidBefore: line.isPaidBefore,
  };
}
