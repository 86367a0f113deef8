import type pg from 'pg';
import type { Call } from '../load.ts';
import { ZONE } from './make-business.ts';
import { at, type People } from './people.ts';

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
export function booking({ token, addressID }: People['customer'], body: object): Call {
  const path = '/api/customers/createjob';
  return { method: 'POST', path, token, body: { addressID, specialRequests: '', ...body } };
}

/** What a booking and its payment write, with the column that holds a UUIDv7. */
const WRITTEN: readonly (readonly [table: string, id: string])[] = [
  ['job_checklist_item', 'job_id'],
  ['job_crew', 'job_id'],
  ['cleaner_occupation', 'job_id'],
  ['job', 'id'],
  ['job_hold', 'id'],
  ['job_series', 'id'],
  ['ledger_entry', 'tx_id'],
  ['ledger_tx', 'id'],
  ['payment_allocation', 'transaction_id'],
  ['money_transaction', 'id'],
  ['payment_attempt', 'id'],
  ['audit_entry', 'id'],
  ['message', 'id'],
];

/** Restores the generated company: its own jobs and payments were made before today, so newer ids are the bench's. */
export async function removeBookings(client: pg.Client, { day }: People): Promise<void> {
  const since = firstIDOf(day(0));
  await client.query('begin');
  // Triggers reject deletions from the ledger; references are deleted in no particular order.
  await client.query('set local session_replication_role = replica');
  for (const [table, id] of WRITTEN) await client.query(`delete from ${table} where ${id} >= $1`, [since]);
  await client.query('truncate webhook_event, sandbox.message, sandbox.calendar_event');
  await client.query('commit');
}

/** A UUIDv7 below every one that is made from the start of that day on. */
function firstIDOf(day: string): string {
  const { epochMilliseconds } = Temporal.PlainDate.from(day).toZonedDateTime(ZONE);
  const time = epochMilliseconds.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
