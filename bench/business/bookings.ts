import type pg from 'pg';
import type { Call } from '../client.ts';
import { at, type Cast } from './cast.ts';

/** Stands in every job that the bench books, so that it is found again. */
const MARK = 'booked by the bench';
/** A customer may hold so many jobs at a time. */
const HOLDS = 5;

/** As many bookings as there can be at once, each for a customer and a time of its own. */
export function bookingCalls({ bookers, days, packageID }: Cast): Call[] {
  return Array.from({ length: HOLDS }).flatMap((_, nth) =>
    bookers.map((booker, i) => {
      const day = days[(i + nth * 7) % days.length] ?? '';
      const startTime = at(day, (i + nth) % 2 === 0 ? '09:00' : '14:00');
      return booking(booker, { packageID, startTime });
    }),
  );
}

/** One customer's booking of the home, at a time. */
export function booking(booker: Cast['customer'], body: object): Call {
  return {
    method: 'POST',
    path: '/api/customers/createjob',
    token: booker.token,
    kind: 'createjob',
    body: { addressID: booker.addressID, specialRequests: MARK, ...body },
  };
}

/** Removes what the bench has booked and paid for, so that the company is the one that was made. */
export async function removeBookings(client: pg.Client, { bookers }: Cast): Promise<void> {
  const jobs = `select id from job where customer_id = any ($1) and special_requests = '${MARK}'`;
  const customerIds = [bookers.map((booker) => booker.id)];
  await client.query('begin');
  // The books refuse deletion; and what refers to what is deleted, goes along.
  await client.query('set local session_replication_role = replica');
  await client.query(`truncate ledger_entry, ledger_tx, money_transaction, payment_allocation, payment_alarm,
    payment_attempt, credit_lot, webhook_event, audit_entry, sandbox.message, sandbox.calendar_event`);
  for (const table of ['job_checklist_item', 'job_crew', 'cleaner_occupation'])
    await client.query(`delete from ${table} where job_id in (${jobs})`, customerIds);
  const { rows } = await client.query<{ hold_id: string; series_id: string | null }>(
    `delete from job where id in (${jobs}) returning hold_id, series_id`,
    customerIds,
  );
  await client.query('delete from job_hold where id = any ($1)', [rows.map((row) => row.hold_id)]);
  await client.query('delete from job_series where id = any ($1)', [rows.map((row) => row.series_id)]);
  await client.query('commit');
}
