import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { features } from '#apps/api/features.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { openDatabase, openPool } from '#platform/server/database/database.ts';
import { compose } from '#platform/server/feature.ts';
import { ZONE } from '../business/make-business.ts';
import { queryAt } from './cluster.ts';
import type { Told } from './customers.ts';

const BOOKS = new URL('../soak.sql', import.meta.url);
const OVERLAPS = `select one.id from cleaner_occupation as one join cleaner_occupation as other
  on other.cleaner_id = one.cleaner_id and other.id > one.id and other.starts_at < one.ends_at
    and other.ends_at > one.starts_at
  where one.released_at is null and other.released_at is null`;

/**
 * One line for each thing that is lost, duplicated or wrong in the database. All work must be finished.
 * @param provider the database of the fake Stripe, which is not part of the cluster
 */
export async function verify(url: string, provider: pg.Pool, told: Told): Promise<string[]> {
  const pool = openPool({ url, timeZone: ZONE, connections: 1 });
  try {
    const idsOf = async (text: string) => (await pool.query<{ id: string }>(text)).rows.map(({ id }) => id);
    await copyCharges(provider, pool);
    const ledger = await checkLedger({ db: openDatabase(pool), composed: compose(features) });
    const books = await pool.query<{ violation: string; what: string }>(await readFile(BOOKS, 'utf8'));
    const paid = await idsOf(
      "select target_id as id from payment_attempt where status = 'succeeded' order by target_id",
    );
    return [
      ...compare(
        'booking',
        told.bookings.map(({ jobID }) => jobID),
        await idsOf('select id from job'),
      ),
      ...compare(
        'payment',
        told.payments.map(({ jobID }) => jobID),
        paid,
      ),
      ...(await idsOf(OVERLAPS)).map((id) => `double booking: ${id}`),
      ...ledger.map(({ invariant, what }) => `${invariant}: ${what}`),
      ...books.rows.map(({ violation, what }) => `${violation}: ${what}`),
    ];
  } finally {
    await pool.end();
  }
}

/** What a copy of the database lacks of what customers were told. */
export async function missingIn(url: string, told: Told): Promise<string[]> {
  const jobs = await queryAt(url, 'select id from job');
  const ids = new Set(jobs.map(({ id }) => id));
  return told.bookings.filter(({ jobID }) => !ids.has(jobID)).map(({ jobID }) => jobID);
}

/** Every request was repeated until it was answered, so exactly what was acknowledged exists, once. */
function compare(what: string, acknowledged: readonly string[], found: readonly string[]): string[] {
  const [told, is] = [new Set(acknowledged), new Set(found)];
  return [
    ...acknowledged.filter((id) => !is.has(id)).map((id) => `acknowledged ${what} lost: ${id}`),
    ...found.filter((id) => !told.has(id)).map((id) => `${what} that nobody was told of: ${id}`),
    ...found.filter((id, nth) => found.indexOf(id) !== nth).map((id) => `${what} twice: ${id}`),
  ];
}

/** The books are compared with the provider's objects by soak.sql, which expects both in one database. */
async function copyCharges(provider: pg.Pool, pool: pg.Pool): Promise<void> {
  const { rows } = await provider.query<{ all: unknown }>(
    "select coalesce(jsonb_agg(stripe_object), '[]') as all from sandbox.stripe_object",
  );
  await pool.query('delete from sandbox.stripe_object');
  await pool.query(
    'insert into sandbox.stripe_object select * from jsonb_populate_recordset(null::sandbox.stripe_object, $1)',
    [JSON.stringify(rows[0]?.all)],
  );
}
