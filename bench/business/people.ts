import type pg from 'pg';
import { ZONE } from './make-business.ts';
import { signIn } from './sessions.ts';

/** Who sends the requests, and for what: the same people in every run on the same company. */
export interface People {
  /** Bearer tokens. */
  readonly office: string;
  readonly cleaner: { readonly id: string; readonly token: string };
  readonly customer: Booker;
  /** The customer with the most movements of credit hours. */
  readonly spender: { readonly id: string; readonly token: string };
  /** Customers who book, as many in each region as live there. */
  readonly bookers: readonly Booker[];
  /** A package for one cleaner and three hours. */
  readonly packageID: string;
  /** Paid visits of the last days. */
  readonly jobIDs: readonly string[];
  /** A card payment of the last days. */
  readonly payment: { readonly id: string; readonly jobID: string };
  /** The promo code with the most uses. */
  readonly codeID: string;
  /** Business days from three weeks ahead to as far as customers may book, without public holidays. */
  readonly days: readonly string[];
  /** The business day that many days after today. */
  day(after: number): string;
}

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

/** Signs people in. @param today `YYYY-MM-DD` */
export async function findPeople(client: pg.Client, today: string): Promise<People> {
  const idsOf = async (text: string) => (await client.query<{ id: string }>(text)).rows.map((row) => row.id);
  const idOf = async (text: string) => first(await idsOf(text));
  const day = (after: number) => Temporal.PlainDate.from(today).add({ days: after }).toString();
  const adminId = await idOf('select id from admin limit 1');
  const cleanerId = await idOf(
    'select id from cleaner order by mobile offset (select count(*) / 2 from cleaner) limit 1',
  );
  const spenderId = await idOf(
    'select customer_id as id from credit_movement group by customer_id order by count(*) desc, customer_id limit 1',
  );
  const [office = ''] = await signIn(client, 'admin', [adminId]);
  const [cleanerToken = ''] = await signIn(client, 'cleaner', [cleanerId]);
  const [spenderToken = ''] = await signIn(client, 'customer', [spenderId]);
  const bookers = await signBookersIn(client);
  const payments = await client.query<People['payment']>(
    `select id, job_id as "jobID" from money_transaction
     where method = 'card' and type = 'job' order by created_at desc limit 1`,
  );
  return {
    office,
    cleaner: { id: cleanerId, token: cleanerToken },
    customer: first(bookers),
    spender: { id: spenderId, token: spenderToken },
    bookers,
    packageID: await idOf("select id from package where label = 'One-time 3 h'"),
    jobIDs: await idsOf(
      `select id from job where status = 'paid' and starts_at < '${today}' order by starts_at desc, id limit ${JOBS}`,
    ),
    payment: first(payments.rows),
    codeID: await idOf('select id from promo_code order by taken desc, id limit 1'),
    days: await openDays(client, day),
    day,
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

async function openDays(client: pg.Client, day: (after: number) => string): Promise<string[]> {
  const { rows } = await client.query<{ day: string }>('select day::text from public_holiday where closed');
  const closed = new Set(rows.map((row) => row.day));
  const ahead = Array.from({ length: 38 }, (_, i) => day(21 + i));
  return ahead.filter((each) => !closed.has(each));
}

function first<T>(all: readonly T[]): T {
  const [one] = all;
  if (one === undefined) throw new Error('The company is too small for this part.');
  return one;
}

/** A business time as the API takes it: `2026-11-26T09:00:00+08:00`. */
export function at(day: string, clock: string): string {
  return Temporal.PlainDateTime.from(`${day}T${clock}`)
    .toZonedDateTime(ZONE)
    .toString({ timeZoneName: 'never' });
}
