import { sql } from 'kysely';
import type { z } from 'zod';
import { messageTasks } from '#features/messages/messages/server/index.ts';
import { wantsFollowUps } from '#features/people/customers/server/index.ts';
import { aboutJob, aboutVisit, customerOf, findJobs, toJobReply } from '#features/work/jobs/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { ownIDFor } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { listRenewals as listCall, NotOffered, offerRenewals as offerCall } from '../contract.ts';
import * as policy from '../rules/policy.ts';
import { isRenewalDue, OFFERED_AFTER, OFFERED_BEFORE } from '../rules/renewal.ts';

type Reply = z.output<typeof listCall.reply>;

/** One's own series that end soon, the first to end on top. */
export async function listRenewals(ctx: ContextOf<'customer'>): Promise<Reply> {
  const customerID = ownIDFor(ctx.actor, policy.seeRenewals);
  const own = customerID === null ? [] : await endingSeries(ctx, { customerID });
  const now = ctx.clock.now();
  const due = own.filter((series) => isRenewalDue({ ...series, last: readDatabaseTime(series.lastAt) }, now));
  const jobs =
    due.length === 0
      ? []
      : await findJobs(
          ctx,
          due.map((series) => series.jobID),
        );
  return {
    items: due.flatMap((series) => {
      const job = jobs.find((one) => one.id === series.jobID);
      if (job === undefined) return [];
      return [
        {
          seriesID: series.seriesID,
          last: toJobReply(ctx, job),
          interval: series.interval as 'weekly' | 'fortnightly',
          visitsLeft: series.left,
        },
      ];
    }),
  };
}

/** The customer declines the renewal and gets no more offers for this series. */
export function declineRenewal(
  ctx: ContextOf<'customer'>,
  seriesID: string,
): Promise<{ seriesID: string } | Refusal<'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const own = await tx.db
      .selectFrom('job_series')
      .select('id')
      .where('id', '=', seriesID)
      .where('customerID', '=', ownIDFor(tx.actor, policy.declineRenewal))
      .executeTakeFirst();
    if (own === undefined) return refuse('not_found');
    const now = tx.clock.now().toString();
    await tx.db
      .insertInto('series_renewal')
      .values({ seriesID, offeredAt: now, declinedAt: now })
      .onConflict((conflict) =>
        conflict.column('seriesID').doUpdateSet({
          declinedAt: sql`coalesce(series_renewal.declined_at, excluded.declined_at)`,
        }),
      )
      .execute();
    return { seriesID };
  });
}

/** Series handled in one transaction. */
const BATCH = 100;

/** Cron job: records once for every series that it ends soon, and offers its customer a renewal. */
export async function offerRenewals(ctx: Context): Promise<void> {
  for (;;) {
    const told = await inTransaction(ctx, async (tx) => {
      const ending = await endingSeries(tx, 'not recorded');
      for (const series of ending) await offer(tx, series);
      return ending.length;
    });
    if (told !== BATCH) return;
  }
}

type Ending = Awaited<ReturnType<typeof endingSeries>>[number];

async function offer(tx: Tx, series: Ending): Promise<void> {
  const written = await tx.db
    .insertInto('series_renewal')
    .values({ seriesID: series.seriesID, offeredAt: tx.clock.now().toString() })
    .onConflict((conflict) => conflict.column('seriesID').doNothing())
    .executeTakeFirst();
  if (written.numInsertedOrUpdatedRows !== 1n || series.goesOn) return;
  if (await wantsFollowUps(tx, series.customerID)) await sendOffer(tx, series.jobID);
}

/** Offers the customers of these series to continue. Whom it could not be sent to is named. */
export async function offerByOffice(
  ctx: ContextOf<'admin'>,
  seriesIDs: readonly string[],
): Promise<z.output<typeof offerCall.reply>> {
  const offered: string[] = [];
  const failed: { seriesID: string; reason: NotOffered }[] = [];
  for (const seriesID of new Set(seriesIDs)) {
    const reason = await inTransaction(ctx, (tx) => offerOneByOffice(tx, seriesID));
    if (reason === null) offered.push(seriesID);
    else failed.push({ seriesID, reason: isRefusal(reason) ? 'busy' : reason });
  }
  return { offered, failed };
}

/** One transaction for each: those that fail hold up no other. */
async function offerOneByOffice(tx: Tx, seriesID: string): Promise<NotOffered | null> {
  const [series] = await endingSeries(tx, { seriesID });
  if (series === undefined) return refused(tx, 'ended');
  if (series.declined) return refused(tx, 'declined');
  if (series.goesOn) return refused(tx, 'goes-on');
  if (!(await wantsFollowUps(tx, series.customerID))) return refused(tx, 'opted-out');
  const [last] = await findJobs(tx, [series.jobID]);
  if (last === undefined || !customerOf(last).email) return refused(tx, 'no-email');
  const now = tx.clock.now().toString();
  const written = await tx.db
    .insertInto('series_renewal')
    .values({ seriesID, offeredAt: now, officeOfferedAt: now })
    .onConflict((conflict) =>
      conflict
        .column('seriesID')
        .doUpdateSet({ officeOfferedAt: now })
        .where('series_renewal.officeOfferedAt', 'is', null),
    )
    .executeTakeFirst();
  if (written.numInsertedOrUpdatedRows !== 1n) return refused(tx, null);
  await sendOffer(tx, series.jobID);
  await audit(tx, { action: 'job.renewal-offered', subject: { kind: 'job', id: series.jobID } });
  return null;
}

function refused<R>(tx: Tx, reason: R): R {
  noChange(tx);
  return reason;
}

async function sendOffer(tx: Tx, jobID: string): Promise<void> {
  const [last] = await findJobs(tx, [jobID]);
  if (last === undefined) return;
  const startsAt = readDatabaseTime(last.startsAt);
  await tx.outbox.publishAll(
    tx,
    messageTasks(tx, {
      kind: 'series-ending',
      to: customerOf(last),
      ...aboutJob(last),
      data: aboutVisit(last),
      startsAt,
      notAfter: startsAt,
    }),
  );
}

/** Visits are added to the others: isEndless, as SQL. */
const HAS_END = sql`(job_series.count is not null or job_series.agreed_at is null or job_series.ended_at is not null)`;

type Which = { readonly customerID: string } | { readonly seriesID: string } | 'not recorded';

/**
 * Series whose last visit is around now: a customer's own, one, or, for the cron job, those not recorded yet. The cron
 * job only looks at the last two days in which a series becomes due, not at all due series.
 */
async function endingSeries(ctx: Context, which: Which) {
  const now = ctx.clock.now();
  const from =
    which === 'not recorded' ? now.add(OFFERED_BEFORE).subtract({ hours: 48 }) : now.subtract(OFFERED_AFTER);
  const { rows } = await sql<{
    seriesID: string;
    customerID: string;
    jobID: string;
    lastAt: string;
    interval: string;
    left: number;
    declined: boolean;
    goesOn: boolean;
  }>`
    select last.series_id, last.customer_id, last.id as job_id, last.starts_at as last_at, job_series.interval,
      (select count(*) from job as ahead
        where ahead.series_id = last.series_id and ahead.status in ('confirmed', 'paid') and ahead.trashed_at is null
          and ahead.starts_at > ${now.toString()}) as left,
      renewal.declined_at is not null as declined,
      exists (select from job as later
        where later.customer_id = last.customer_id and later.starts_at > last.starts_at
          and later.series_id <> last.series_id and later.status in ('confirmed', 'paid', 'pending')
          and later.trashed_at is null) as "goesOn"
    from job as last
    join job_series on job_series.id = last.series_id
    left join series_renewal as renewal on renewal.series_id = last.series_id
    where last.series_id is not null and last.status in ('confirmed', 'paid') and last.trashed_at is null
      and ${HAS_END} and last.starts_at > ${from.toString()} and last.starts_at <= ${now.add(OFFERED_BEFORE).toString()}
      and ${whichSql(which)}
      and not exists (select from job as next
        where next.series_id = last.series_id and next.status in ('confirmed', 'paid') and next.trashed_at is null
          and next.starts_at > last.starts_at)
    order by last.starts_at, last.id
    limit ${BATCH}`.execute(ctx.db);
  return rows;
}

function whichSql(which: Which) {
  if (which === 'not recorded') return sql`renewal.series_id is null`;
  if ('seriesID' in which) return sql`last.series_id = ${which.seriesID}`;
  return sql`last.customer_id = ${which.customerID}`;
}

/** For the office: series that end within the days of an offer and go on in no other booking: those that the office has not offered, then the first to end. */
export async function findEndingSeries(
  ctx: Context,
  limit: number,
): Promise<{ readonly count: number; readonly rows: readonly EndingRow[] }> {
  const now = ctx.clock.now();
  const { rows } = await sql<EndingRow & { count: number }>`
    select last.series_id as "seriesID", last.id as "jobID", renewal.office_offered_at as "offeredAt",
      (count(*) over ())::int as count
    from job as last
    join job_series on job_series.id = last.series_id
    left join series_renewal as renewal on renewal.series_id = last.series_id
    where last.series_id is not null and last.status in ('confirmed', 'paid') and last.trashed_at is null
      and ${HAS_END}
      and last.starts_at > ${now.toString()} and last.starts_at <= ${now.add(OFFERED_BEFORE).toString()}
      and renewal.declined_at is null
      and not exists (select from job as next
        where next.series_id = last.series_id and next.status in ('confirmed', 'paid') and next.trashed_at is null
          and next.starts_at > last.starts_at)
      and not exists (select from job as later
        where later.customer_id = last.customer_id and later.starts_at > last.starts_at
          and later.series_id <> last.series_id and later.status in ('confirmed', 'paid', 'pending')
          and later.trashed_at is null)
    order by renewal.office_offered_at is not null, last.starts_at, last.id
    limit ${limit}`.execute(ctx.db);
  return { count: rows[0]?.count ?? 0, rows: rows.map(({ count: _count, ...row }) => row) };
}

interface EndingRow {
  readonly seriesID: string;
  readonly jobID: string;
  /** When the office sent its offer, in the database's format. */
  readonly offeredAt: string | null;
}
