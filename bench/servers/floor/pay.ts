import { randomUUIDv7 } from 'node:crypto';
import type pg from 'pg';
import { findJobInShort } from './read-jobs.ts';
import type { PostStripe } from './stripe.ts';

type Row = Readonly<Record<string, unknown>>;

/** A posting: one transaction of the ledger with its lines. */
interface Posting {
  readonly id: string;
  readonly kind: string;
  readonly refKind: string;
  readonly refId: string;
  readonly key: string;
  readonly lines: readonly {
    readonly account: string;
    readonly commodity: string;
    readonly amount: number;
  }[];
}

/** A lot that pays a part. */
interface Part {
  readonly lotId: string;
  readonly commodity: string;
  readonly hours: number;
  readonly cost: number;
}

const HELD_JOB = `select id, customer_id, package_id, hold_id, label, job_type, price, amount_to_pay, hours,
    num_cleaners, customer_email
  from job where id = $1 and status = 'pending' for update`;

const LOTS = `select credit_lot.id, per_hour, remaining, cost_left, customer.credits_left
  from credit_lot join customer on customer.id = credit_lot.customer_id
  where credit_lot.customer_id = $1 and remaining > 0 order by expires_at, credit_lot.id for update of credit_lot`;

/**
 * Whatever follows from payment, in one statement: the visit is firm, its checklist copied, the books written. Of the job:
 * $1 id, $2 now, $3 price, $4 what the card pays, $5 hours of credit; $6 the transaction, $7 its method, $8 its attempt,
 * $9 its posting; $10 postings and $11 their lines.
 */
const PAID = `with paid as (
    update job set price = $3, amount_to_pay = $4, credits_used = $5, status = 'paid', paid_at = $2,
      version = version + 1, updated_at = $2
    where id = $1 returning *
  ), firm as (
    update cleaner_occupation set held_until = null where job_id = $1 and released_at is null
  ), ended as (
    update job_hold set ended_at = $2, ended_how = 'paid', paying_since = null
    from paid where job_hold.id = paid.hold_id and ended_at is null
  ), checklist as (
    insert into job_checklist_item (job_id, item_id, english, chinese, category, position)
    select paid.id, item.id, english, chinese, category, position
    from paid join checklist_item as item on item.trashed_at is null and (job_types = '{}' or job_type = any (job_types))
  ), posted as (
    insert into ledger_tx (id, kind, ref_kind, ref_id, idempotency_key, created_at)
    select id, kind, "refKind", "refId", key, $2
    from json_to_recordset($10) as tx(id uuid, kind text, "refKind" text, "refId" uuid, key text)
  ), lines as (
    insert into ledger_entry (tx_id, line, account, commodity, amount)
    select tx, line, account, commodity, amount
    from json_to_recordset($11) as entry(tx uuid, line int, account text, commodity text, amount bigint)
  ), moved as (
    insert into money_transaction (id, type, method, total, customer_id, job_id, package_id, attempt_id, ledger_tx_id,
      details, created_at)
    select $6, 'job', $7, $4, customer_id, id, package_id, $8, $9, label, $2 from paid
  ), allocated as (
    insert into payment_allocation (transaction_id, job_id, cents) values ($6, $1, $4)
  )`;

const WITH_HOURS = `${PAID}, lots as (
    update credit_lot set remaining = remaining - part.hours, cost_left = cost_left - part.cost
    from json_to_recordset($12) as part("lotId" uuid, hours numeric, cost integer)
    where credit_lot.id = "lotId"
  ), movements as (
    insert into credit_movement (id, lot_id, customer_id, kind, hours, job_id, reason, ledger_tx_id, created_at)
    select movement, "lotId", $13, 'held', -hours, $1, '', posting, $2
    from json_to_recordset($12) as part(movement uuid, "lotId" uuid, hours numeric, posting uuid)
  ), uses as (
    insert into credit_use (id, job_id, lot_id, customer_id, hours, cost, held_at, spent_at)
    select use, $1, "lotId", $13, hours, cost, $2, $2
    from json_to_recordset($12) as part(use uuid, "lotId" uuid, hours numeric, cost integer)
  )
  update customer set credits_left = credits_left - $5 where id = $13 returning credits_left`;

const BY_CARD = `${PAID}, settled as (
    update payment_attempt set status = 'succeeded', stripe_pi_id = $12, settled_at = $2 where id = $8
  )
  update customer set stripe_customer_id = coalesce(stripe_customer_id, $13), updated_at = $2
  from paid where customer.id = paid.customer_id returning credits_left`;

/** The attempt is kept, and the hold with it, before the card is asked. */
const BEGIN_CARD = `with held as (
    select * from job where id = $1 and status = 'pending' for update
  ), paying as (
    update job_hold set paying_since = $3 from held where job_hold.id = held.hold_id and ended_at is null
  ), firm as (
    update cleaner_occupation set held_until = null where job_id = $1 and released_at is null
  )
  insert into payment_attempt (id, purpose, target_id, customer_id, amount, price_snapshot, instrument, status,
    created_at, sent_at, ip)
  select $2, 'job', id, customer_id, amount_to_pay, json_build_object('prices', json_build_array(price)),
    '{}', 'sent', $3, $3, '127.0.0.1'
  from held returning customer_id, amount,
    (select stripe_customer_id from customer where customer.id = payment_attempt.customer_id) as stripe_customer`;

const now = () => Temporal.Now.instant().toString();

/** As `POST /customers/updatecredit`. @throws when it is not held */
export async function payWithHours(pool: pg.Pool, jobId: string): Promise<object> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const job = (await client.query<Row>({ name: 'held job', text: HELD_JOB, values: [jobId] })).rows[0];
    if (job === undefined) throw new Error('It is not held.');
    const lots = await client.query<Row>({ name: 'lots', text: LOTS, values: [job.customer_id] });
    const hours = Number(job.hours) * Number(job.num_cleaners);
    const parts = partsOf(lots.rows, hours).map((part) => ({
      ...part,
      use: randomUUIDv7(),
      movement: randomUUIDv7(),
      posting: randomUUIDv7(),
    }));
    const postings = parts.flatMap((part) => hoursPostings(job, part));
    const paid = paidValues(job, {
      price: paidPrice(job.price as Price, hours),
      cents: 0,
      hours,
      method: 'credits',
      attempt: null,
      posting: null,
      postings,
    });
    const values = [...paid, JSON.stringify(parts), job.customer_id];
    const { rows } = await client.query<Row>({ name: 'with hours', text: WITH_HOURS, values });
    await client.query('commit');
    return {
      creditsUsed: hours,
      creditsLeft: -hours,
      creditsBalance: Number(rows[0]?.credits_left),
      amountToPay: 0,
    };
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

interface Charge {
  readonly jobId: string;
  readonly token: string;
  readonly postStripe: PostStripe;
}

/** As `POST /jobs/{id}/commit`. @throws when it is not held, or the card is refused */
export async function payByCard(pool: pg.Pool, { jobId, token, postStripe }: Charge): Promise<object> {
  const attempt = randomUUIDv7();
  const begun = { name: 'begin card', text: BEGIN_CARD, values: [jobId, attempt, now()] };
  const held = (await pool.query<Row>(begun)).rows[0];
  if (held === undefined) throw new Error('It is not held.');
  const owner = { 'metadata[customer_id]': String(held.customer_id) };
  const customer = (held.stripe_customer as string | null) ?? (await postStripe('customers', owner));
  const card = await postStripe('payment_methods', { type: 'card', 'card[token]': token });
  const intent = await postStripe('payment_intents', {
    amount: String(held.amount),
    currency: 'sgd',
    confirm: 'true',
    customer,
    payment_method: card,
    'metadata[attempt_id]': attempt,
    'metadata[job_id]': jobId,
  });
  const transaction = await settle(pool, { jobId, attempt, intent, customer });
  const { job, creditsBalance } = transaction;
  return { job, transactionID: transaction.id, creditsLeft: 0, creditsBalance };
}

interface Charged {
  readonly jobId: string;
  readonly attempt: string;
  readonly intent: string;
  readonly customer: string;
}

async function settle(pool: pg.Pool, { jobId, attempt, intent, customer }: Charged) {
  const client = await pool.connect();
  const id = randomUUIDv7();
  let creditsBalance = 0;
  try {
    await client.query('begin');
    const job = (await client.query<Row>({ name: 'held job', text: HELD_JOB, values: [jobId] })).rows[0];
    if (job === undefined) throw new Error('It is not held.');
    const cents = Number(job.amount_to_pay);
    const posting = cardPosting(job, { attempt, cents });
    const paid = paidValues(job, {
      id,
      price: job.price,
      cents,
      hours: 0,
      method: 'card',
      attempt,
      posting: posting.id,
      postings: [posting],
    });
    const values = [...paid, intent, customer];
    const { rows } = await client.query<Row>({ name: 'by card', text: BY_CARD, values });
    creditsBalance = Number(rows[0]?.credits_left);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  return { id, creditsBalance, job: await findJobInShort(pool, jobId) };
}

interface Payment {
  readonly id?: string;
  readonly price: unknown;
  readonly cents: number;
  readonly hours: number;
  readonly method: 'card' | 'credits';
  readonly attempt: string | null;
  readonly posting: string | null;
  readonly postings: readonly Posting[];
}

/** The values of `PAID`. */
function paidValues(job: Row, payment: Payment): unknown[] {
  const lines = payment.postings.flatMap(({ id: tx, lines: all }) =>
    all.map((one, i) => ({ tx, line: i + 1, ...one })),
  );
  return [
    job.id,
    now(),
    JSON.stringify(payment.price),
    payment.cents,
    payment.hours,
    payment.id ?? randomUUIDv7(),
    payment.method,
    payment.attempt,
    payment.posting,
    JSON.stringify(payment.postings),
    JSON.stringify(lines),
  ];
}

/** The soonest to expire first. */
function partsOf(lots: readonly Row[], hours: number): Part[] {
  const parts: Part[] = [];
  let left = hours;
  for (const lot of lots) {
    if (left === 0) break;
    const remaining = Number(lot.remaining);
    const taken = Math.min(left, remaining);
    const cost = Math.round((Number(lot.cost_left) * taken) / remaining);
    parts.push({ lotId: String(lot.id), commodity: `H${lot.per_hour}`, hours: taken, cost });
    left -= taken;
  }
  if (left > 0) throw new Error('There are not enough hours.');
  return parts;
}

type PartWithIds = Part & { readonly use: string; readonly posting: string };

/** Held and spent; hours in tenths. */
function hoursPostings(job: Row, { lotId, commodity, hours, cost, use, posting }: PartWithIds): Posting[] {
  const tenths = Math.round(hours * 10);
  const of = { refKind: 'job', refId: String(job.id) };
  const lot = `customer:${job.customer_id}:credits:${commodity.slice(1)}:${lotId}`;
  return [
    {
      id: posting,
      kind: 'credits-held',
      ...of,
      key: `credits:held:${use}`,
      lines: [
        { account: lot, commodity, amount: -tenths },
        { account: 'credits_held', commodity, amount: tenths },
      ],
    },
    {
      id: randomUUIDv7(),
      kind: 'credits-spent',
      ...of,
      key: `credits:spent:${use}`,
      lines: [
        { account: 'credits_used', commodity, amount: tenths },
        { account: 'credits_held', commodity, amount: -tenths },
        { account: 'deferred_revenue', commodity: 'SGD', amount: cost },
        { account: `revenue:${job.job_type}`, commodity: 'SGD', amount: -cost },
      ].filter(({ amount }) => amount !== 0), // hours that cost nothing earn nothing
    },
  ];
}

function cardPosting(
  job: Row,
  { attempt, cents }: { readonly attempt: string; readonly cents: number },
): Posting {
  return {
    id: randomUUIDv7(),
    kind: 'card-payment',
    refKind: 'attempt',
    refId: attempt,
    key: `attempt:${attempt}`,
    lines: [
      { account: 'stripe_clearing', commodity: 'SGD', amount: cents },
      { account: `revenue:${job.job_type}`, commodity: 'SGD', amount: -cents },
    ],
  };
}

interface Price {
  readonly lines: readonly object[];
  readonly total: number;
}

function paidPrice(price: Price, quantity: number): object {
  const credits = { code: 'credits', label: 'Hours of credit', quantity, unit: 'hour', amount: -price.total };
  return { ...price, lines: [...price.lines, credits], total: 0, gst: 0 };
}
