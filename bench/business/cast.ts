import type pg from 'pg';
import { CUSTOMER_BY_NAME } from '#features/customers/server/index.ts';
import { keysFrom } from '#platform/server/keys.ts';
import { writeCursor } from '#platform/server/lists/cursor.ts';
import { ZONE } from './make-business.ts';
import { openFeed, SECRET, signIn } from './sessions.ts';

/** Who asks, and for what: the same people in every run on the same business. */
export interface Cast {
  readonly office: string;
  readonly cleaner: { readonly id: string; readonly token: string };
  readonly customer: Booker;
  readonly money: MoneyCast;
  /** Where long lists go on, behind their middle row. */
  readonly middle: Readonly<Record<MiddleOf, string>>;
  /** The secrets of calendar feeds. */
  readonly feeds: Readonly<Record<'office' | 'cleaner' | 'customer', string>>;
  /** Homes that are booked from, the same number in each region as customers live there. */
  readonly bookers: readonly Booker[];
  /** A package for one cleaner and three hours. */
  readonly packageID: string;
  readonly jobID: string;
  /** Paid visits of the last days. */
  readonly jobIDs: readonly string[];
  /** Business days from in three weeks on to as far as customers may book, public holidays aside. */
  readonly days: readonly string[];
  /** A business day: tomorrow, in a week, and so many days ago. */
  day(after: number): string;
}

/** What is asked about money. */
export interface MoneyCast {
  /** The customer with the longest statement, signed in. */
  readonly spender: { readonly id: string; readonly token: string };
  /** The code that is used most. */
  readonly codeID: string;
  /** A payment by card of the last days, and its visit. */
  readonly transactionID: string;
  readonly jobID: string;
}

/** A list in its own order, or by its customers' names. */
type MiddleOf = 'jobs' | 'jobsByCustomer' | 'transactions' | 'transactionsByCustomer';

/** A customer who is signed in. */
export interface Booker {
  readonly id: string;
  readonly token: string;
  readonly mobile: string;
  readonly postal: string;
  readonly addressID: string;
}

/** So many customers book; each may hold five jobs at a time. */
const BOOKERS = 600;
const JOBS = 200;

/** Signs the cast in. @param today `YYYY-MM-DD` */
export async function openCast(client: pg.Client, today: string): Promise<Cast> {
  const idsOf = async (text: string) => (await client.query<{ id: string }>(text)).rows.map((row) => row.id);
  const oneOf = async (text: string) => first(await idsOf(text));
  const day = (after: number) => Temporal.PlainDate.from(today).add({ days: after }).toString();
  const cleanerId = await oneOf(
    'select id from cleaner order by mobile offset (select count(*) / 2 from cleaner) limit 1',
  );
  const bookers = await signBookersIn(client);
  const jobIDs = await idsOf(
    `select id from job where status = 'paid' and starts_at < '${today}' order by starts_at desc, id limit ${JOBS}`,
  );
  const adminId = await oneOf('select id from admin limit 1');
  const [office = ''] = await signIn(client, 'admin', [adminId]);
  const [cleanerToken = ''] = await signIn(client, 'cleaner', [cleanerId]);
  return {
    office,
    cleaner: { id: cleanerId, token: cleanerToken },
    customer: first(bookers),
    bookers,
    money: await openMoneyCast(client),
    middle: await findMiddles(client),
    feeds: {
      office: await openFeed(client, 'admin', adminId),
      cleaner: await openFeed(client, 'cleaner', cleanerId),
      customer: await openFeed(client, 'customer', first(bookers).id),
    },
    packageID: await oneOf("select id from package where label = 'One-time 3 h'"),
    jobID: first(jobIDs),
    jobIDs,
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
  const tokens = await signIn(
    client,
    'customer',
    rows.map((row) => row.id),
  );
  return rows.map((row, i) => ({ ...row, token: tokens[i] ?? '' }));
}

async function openMoneyCast(client: pg.Client): Promise<MoneyCast> {
  const { rows } = await client.query<Record<'spender' | 'code' | 'transaction' | 'job', string>>(
    `select paid.id as transaction, paid.job_id as job,
       (select customer_id from credit_movement group by customer_id order by count(*) desc, customer_id limit 1) as spender,
       (select id from promo_code order by taken desc, id limit 1) as code
     from money_transaction as paid where method = 'card' and type = 'job' order by created_at desc limit 1`,
  );
  const { spender, code, transaction, job } = first(rows);
  const [token = ''] = await signIn(client, 'customer', [spender]);
  return { spender: { id: spender, token }, codeID: code, transactionID: transaction, jobID: job };
}

async function findMiddles(client: pg.Client): Promise<Cast['middle']> {
  const find = (order: string, of: string, ...by: string[]) => findMiddle(client, order, { of, by });
  return {
    jobs: await find('jobs startTime', 'job', 'starts_at'),
    jobsByCustomer: await find('jobs customer', 'job', ...CUSTOMER_BY_NAME, 'starts_at'),
    transactions: await find('transactions createdAt', 'money_transaction', 'created_at'),
    transactionsByCustomer: await find(
      'transactions customer',
      'money_transaction',
      ...CUSTOMER_BY_NAME,
      'created_at',
    ),
  };
}

/** As the list itself would lead behind the row, the last first. */
async function findMiddle(
  client: pg.Client,
  order: string,
  { of, by }: { readonly of: string; readonly by: readonly string[] },
): Promise<string> {
  const columns = [...by, 'id'].map((column) => (column.includes('.') ? column : `${of}.${column}`));
  const { rows } = await client.query<string[]>({
    text: `select ${columns.map((column) => `${column}::text`).join()}
      from ${of} join customer on customer.id = ${of}.customer_id
      order by ${columns.map((column) => `${column} desc`).join()}
      offset (select count(*) / 2 from ${of}) limit 1`,
    rowMode: 'array',
  });
  return writeCursor(keysFrom(SECRET), `${order} desc`, first(rows));
}

async function openDays(client: pg.Client, day: (after: number) => string): Promise<string[]> {
  const { rows } = await client.query<{ day: string }>('select day::text from public_holiday where closed');
  const closed = new Set(rows.map((row) => row.day));
  const ahead = Array.from({ length: 38 }, (_, i) => day(21 + i));
  return ahead.filter((each) => !closed.has(each));
}

function first<T>(all: readonly T[]): T {
  const [one] = all;
  if (one === undefined) throw new Error('The business has nobody for this part.');
  return one;
}

/** A time of a business day, in the address of a call or in its body. */
export function at(day: string, clock: string): string {
  return Temporal.PlainDateTime.from(`${day}T${clock}`)
    .toZonedDateTime(ZONE)
    .toString({ timeZoneName: 'never' });
}
