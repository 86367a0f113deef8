import type pg from 'pg';
import type { Call } from '../load.ts';
import { ZONE } from './make-business.ts';
import { at, type People } from './people.ts';

/** Marks every job that the bench books, to find it again. */
const MARK = 'booked by the bench';
/** Jobs that a customer may hold at a time. */
const HOLDS = 5;

/** As many bookings as can be held at once, each at its own time. */
export function bookingCalls({ bookers, days, packageID }: People): Call[] {
  return Array.from({ length: HOLDS }).flatMap((_, nth) =>
    bookers.map((booker, i) => {
      const day = days[(i + nth * 7) % days.length] ?? '';
      const startTime = at(day, (i + nth) % 2 === 0 ? '09:00' : '14:00');
      return booking(booker, { packageID, startTime });
    }),
  );
}

/** One booking of the customer's home. */
export function booking(booker: People['customer'], body: object): Call {
  return {
    method: 'POST',
    path: '/api/customers/createjob',
    token: booker.token,
    body: { addressID: booker.addressID, specialRequests: MARK, ...body },
  };
}

/**
 * Removes what the bench has booked and paid, which restores the generated company. All of the company's own money moved
 * before today, so rows whose id (UUIDv7) is newer are the bench's.
 */
export async function removeBookings(client: pg.Client, { bookers, day }: People): Promise<void> {
  const since = firstIdOf(day(0));
  await client.query('begin');
  // Triggers reject deletions from the ledger; references are deleted in no particular order.
  await client.query('set local session_replication_role = replica');
  await removeJobs(client, bookers);
  await takeBackHours(client, since);
  await takeBackCodes(client, since);
  for (const [table, id = 'id'] of MONEY)
    await client.query(`delete from ${table} where ${id} >= $1`, [since]);
  await client.query('truncate webhook_event, sandbox.message, sandbox.calendar_event');
  await client.query('commit');
}

const MONEY: readonly (readonly [table: string, id?: string])[] = [
  ['ledger_entry', 'tx_id'],
  ['ledger_tx'],
  ['payment_allocation', 'transaction_id'],
  ['payment_refund'],
  ['payment_alarm'],
  ['money_transaction'],
  ['payment_attempt'],
  ['credit_use'],
  ['credit_movement'],
  ['credit_gift_part', 'gift_id'],
  ['credit_gift'],
  ['credit_lot'],
  ['promo_use'],
  ['audit_entry'],
  ['message'],
];

/** A UUIDv7 below every one that is made from the start of that day on. */
function firstIdOf(day: string): string {
  const { epochMilliseconds } = Temporal.PlainDate.from(day).toZonedDateTime(ZONE);
  const time = epochMilliseconds.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

async function removeJobs(client: pg.Client, bookers: People['bookers']): Promise<void> {
  const jobs = `select id from job where customer_id = any ($1) and special_requests = '${MARK}'`;
  const customerIds = [bookers.map((booker) => booker.id)];
  for (const table of ['job_checklist_item', 'job_crew', 'cleaner_occupation', 'job_cancellation'])
    await client.query(`delete from ${table} where job_id in (${jobs})`, customerIds);
  const { rows } = await client.query<{ hold_id: string; series_id: string | null }>(
    `delete from job where id in (${jobs}) returning hold_id, series_id`,
    customerIds,
  );
  await client.query('delete from job_hold where id = any ($1)', [rows.map((row) => row.hold_id)]);
  await client.query('delete from job_series where id = any ($1)', [rows.map((row) => row.series_id)]);
}

/** Returns hours that visits and gifts took, and their cost, to their lots. */
async function takeBackHours(client: pg.Client, since: string): Promise<void> {
  await client.query(
    `update credit_lot set remaining = remaining - moved.hours, cost_left = cost_left + moved.cost
     from (
       select lot_id, sum(hours) as hours, sum(cost) as cost from (
         select lot_id, hours, 0 as cost from credit_movement where id >= $1
         union all
         select lot_id, 0, cost - returned_cost from credit_use where id >= $1
         union all
         select lot_id, 0, cost from credit_gift_part where gift_id >= $1
       ) as every group by lot_id
     ) as moved where moved.lot_id = credit_lot.id`,
    [since],
  );
  await client.query(
    `update customer set credits_left = credits_left - moved.hours
     from (select customer_id, sum(hours) as hours from credit_movement where id >= $1 group by customer_id) as moved
     where moved.customer_id = customer.id`,
    [since],
  );
}

async function takeBackCodes(client: pg.Client, since: string): Promise<void> {
  await client.query(
    `update promo_code set taken = taken - live.uses
     from (
       select promo_code_id, count(*) as uses from promo_use where id >= $1 and released_at is null group by promo_code_id
     ) as live where live.promo_code_id = promo_code.id`,
    [since],
  );
}
