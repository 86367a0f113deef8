import { randomUUIDv7 } from 'node:crypto';
import { makeWorld } from '#features/booking/booking/server/testing/world.ts';
import type { Context } from '#platform/server/context.ts';
import { openDatabase, openPool } from '#platform/server/database/database.ts';
import { ZONE } from './make-business.ts';
import { signIn } from './sessions.ts';

export interface SmallCompany {
  readonly packageID: string;
  readonly customers: readonly { readonly id: string; readonly addressID: string; readonly token: string }[];
  /** Of an owner. */
  readonly office: string;
}

/** Cleaners, a package and customers, who are signed in for a day, in a migrated database. */
export async function makeCompany(
  url: string,
  size: { readonly customers: number; readonly cleaners: number },
): Promise<SmallCompany> {
  const pool = openPool({ url, timeZone: ZONE, connections: 1 });
  try {
    const clock = { now: () => Temporal.Now.instant() };
    // As much of a context as what writes the company needs.
    const ctx = { db: openDatabase(pool), clock, newID: randomUUIDv7 } as unknown as Context;
    const world = await makeWorld(ctx, size);
    const tokens = await signIn(
      pool,
      'customer',
      world.customers.map(({ id }) => id),
    );
    const [office = ''] = await signIn(pool, 'admin', [randomUUIDv7()]);
    return {
      packageID: world.packageID,
      customers: world.customers.map(({ id, addressID }, nth) => ({
        id,
        addressID,
        token: tokens[nth] ?? '',
      })),
      office,
    };
  } finally {
    await pool.end();
  }
}
