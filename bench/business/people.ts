import type pg from 'pg';
import type { Role } from '#platform/kernel/actor.ts';
import { ZONE } from './make-business.ts';
import { signIn } from './sessions.ts';

/** Who sends the requests, and for what: the same people in every run on the same company. */
export type People = Awaited<ReturnType<typeof findPeople>>;

/** A customer who is signed in. */
export interface Booker {
  readonly id: string;
  readonly token: string;
  readonly mobile: string;
  readonly postal: string;
  readonly addressID: string;
}

const BOOKERS = 600;
const JOBS = 200;
/** Visits of a cleaner who cannot come for weeks. */
const COVERED = 34;

/** Signs people in. @param today `YYYY-MM-DD` */
export async function findPeople(client: pg.Client, today: string) {
  const idsOf = async (text: string) => (await client.query<{ id: string }>(text)).rows.map((row) => row.id);
  const idOf = async (text: string) => first(await idsOf(`${text} limit 1`));
  const tokenOf = async (role: Role, id: string) => first(await signIn(client, role, [id]));
  const cleaner = await idOf(
    'select id from cleaner order by mobile offset (select count(*) / 2 from cleaner)',
  );
  const spender = await idOf(
    'select customer_id as id from credit_movement group by customer_id order by count(*) desc, customer_id',
  );
  const payments = await client.query<{ id: string; jobID: string }>(
    `select id, job_id as "jobID" from money_transaction
     where method = 'card' and type = 'job' order by created_at desc limit 1`,
  );
  const days = await client.query<{ day: string }>(
    `select day::date::text from generate_series($1::date + 21, $1::date + 58, '1 day') as day
     where day not in (select day from public_holiday where closed)`,
    [today],
  );
  const bookers = await signBookersIn(client);
  const covered = await client.query<{ cleanerID: string; jobIDs: string[] }>(
    `select cleaner_id as "cleanerID", (array_agg(job_id order by starts_at))[:${COVERED}] as "jobIDs"
     from cleaner_occupation
     where kind = 'job' and released_at is null and starts_at >= $1::date + 1 and starts_at < $1::date + 31
     group by cleaner_id order by count(*) desc, cleaner_id limit 1`,
    [today],
  );
  return {
    office: await tokenOf('admin', await idOf('select id from admin')),
    cleaner: { id: cleaner, token: await tokenOf('cleaner', cleaner) },
    customer: first(bookers),
    /** The customer with the most movements of credit hours. */
    spender: { id: spender, token: await tokenOf('customer', spender) },
    bookers,
    packageID: await idOf("select id from package where label = 'One-time 3 h'"),
    /** Paid visits of the last days. */
    jobIDs: await idsOf(
      `select id from job where status = 'paid' and starts_at < '${today}' order by starts_at desc, id limit ${JOBS}`,
    ),
    payment: first(payments.rows),
    /** The promo code with the most uses. */
    codeID: await idOf('select id from promo_code order by taken desc, id'),
    /** The cleaner with the most visits in the next 30 days, and the first of them. */
    covered: first(covered.rows),
    /** Business days from three weeks ahead to as far as customers may book, without public holidays. */
    days: days.rows.map((row) => row.day),
    /** The business day that many days after today. */
    day: (after: number) => addDays(today, after),
  };
}

async function signBookersIn(client: pg.Client): Promise<Booker[]> {
  const { rows } = await client.query<Omit<Booker, 'token'>>(
    `select customer.id, mobile, postal, customer_address.id as "addressID"
     from customer join customer_address on customer_id = customer.id
     order by hashtextextended(mobile, 1) limit ${BOOKERS}`,
  );
  const ids = rows.map((row) => row.id);
  const tokens = await signIn(client, 'customer', ids);
  return rows.map((row, i) => ({ ...row, token: tokens[i] ?? '' }));
}

function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

function first<T>([one]: readonly T[]): T {
  if (one === undefined) throw new Error('The company is too small for this part.');
  return one;
}

/** A business time as the API takes it: `2026-11-26T09:00:00+08:00`. */
export function at(day: string, clock: string): string {
  return Temporal.PlainDateTime.from(`${day}T${clock}`)
    .toZonedDateTime(ZONE)
    .toString({ timeZoneName: 'never' });
}
