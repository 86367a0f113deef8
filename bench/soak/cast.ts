import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { addCode } from '#features/booking/booking/server/testing/codes-and-hours.ts';
import { addCleaner, addCustomer, addPackage } from '#features/booking/booking/server/testing/world.ts';
import type { Context } from '#platform/server/context.ts';
import { connectionSettings, openDatabase, openPool } from '#platform/server/database/database.ts';
import { ZONE } from '../business/make-business.ts';
import { signIn } from '../business/sessions.ts';
import type { SoakCast } from './people.ts';

const CUSTOMERS = 6;
const CLEANERS = 5;

/** A small business in an empty database that is migrated, and everybody signed in. */
export async function makeCast(databaseUrl: string): Promise<SoakCast> {
  const pool = openPool({ url: databaseUrl, timeZone: ZONE, connections: 1 });
  const client = new pg.Client(connectionSettings({ url: databaseUrl, timeZone: ZONE }));
  await client.connect();
  try {
    const clock = { now: () => Temporal.Now.instant() };
    // As much of a context as what writes the business needs.
    const ctx = { db: openDatabase(pool), clock, newId: randomUUIDv7 } as unknown as Context;
    const people: { id: string; addressId: string }[] = [];
    for (let i = 0; i < CUSTOMERS; i += 1) people.push(await addCustomer(ctx));
    for (let i = 0; i < CLEANERS; i += 1) await addCleaner(ctx);
    const tokens = await signIn(
      client,
      'customer',
      people.map(({ id }) => id),
    );
    const [officeToken = ''] = await signIn(client, 'admin', [randomUUIDv7()]);
    await addCode(ctx, 'SOAK', { allocation: 8, perCustomer: 2 });
    return {
      customers: people.map((one, place) => ({
        ...one,
        email: `${one.id}@example.com`,
        token: tokens[place] ?? '',
      })),
      officeToken,
      visitPackage: await addPackage(ctx),
      pack: await addPack(client),
      code: 'SOAK',
    };
  } finally {
    await client.end();
    await pool.end();
  }
}

/** Four hours for an odd sum, so that shares do not come out even. Its id. */
async function addPack(client: pg.Client): Promise<string> {
  const id = randomUUIDv7();
  await client.query(
    `insert into package (id, type, category, pricing_type, label, description, price_per_hour, total_hours, num_cleaners,
       hours_per_cleaner, break_hours, supplies_cost, supplies_included, supplies_to_be_prepared, start_time, credits, price,
       created_at, updated_at)
     values ($1, 'regular', 'credit', 'fixed', 'Four hours', '', 2400, 4, 1, 0, 0, 0, false, '', '', 4, 9593, now(), now())`,
    [id],
  );
  return id;
}
