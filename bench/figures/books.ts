import { features } from '#apps/api/features.ts';
import { allowForChecks, type LedgerCheck } from '#features/ledger/server/index.ts';
import { type Db, openDatabase, openPool } from '#platform/server/database/database.ts';
import { compose } from '#platform/server/feature.ts';
import { ZONE } from '../business/make-business.ts';
import { median } from '../client.ts';
import type { RequestResult, SizeName } from '../report/results.ts';
import type { Site } from '../site.ts';

/** One check may take so long, ms: far from where a statement ends. */
const CHECK_GOAL_MS = 5000;
/** A sweep that finds nothing due. All of them run every minute. */
const SWEEP_GOAL_MS = 10;

/** The checks of the books, one after the other as by night. @throws when they do not hold */
export async function measureChecks(sites: readonly Site[], rounds: number): Promise<RequestResult[]> {
  const checks = compose(features).ledgerChecks ?? [];
  const times = checks.map(() => ({}) as Partial<Record<SizeName, number>>);
  for (const site of sites) {
    const pool = openPool({ url: site.url, timeZone: ZONE, connections: 1 });
    const db = openDatabase(pool);
    for (const [i, check] of checks.entries()) {
      const taken: number[] = [];
      for (let round = 0; round < rounds; round += 1)
        taken.push(await db.transaction().execute((tx) => timeOf(tx, check)));
      (times[i] ?? {})[site.name] = median(taken);
    }
    await pool.end();
  }
  return checks.map(({ invariant }, i) => ({
    name: invariant,
    goal: CHECK_GOAL_MS,
    isIndexed: false,
    statements: 1,
    ms: times[i] ?? {},
  }));
}

/** As the product looks by night. @throws when it finds something */
async function timeOf(db: Db, { invariant, broken }: LedgerCheck): Promise<number> {
  await allowForChecks(db);
  const began = performance.now();
  const { rows } = await broken.execute(db);
  if (rows.length > 0) throw new Error(`${invariant}: ${rows.length} violations, ${rows[0]?.what}`);
  return performance.now() - began;
}

/** Sweeps while nothing is due: what they take then is for looking alone. */
export async function measureSweeps(sites: readonly Site[], rounds: number): Promise<RequestResult[]> {
  const times = new Map<string, Partial<Record<SizeName, number>>>();
  for (const site of sites) {
    const all: Readonly<Record<string, number>>[] = [];
    for (let round = -1; round < rounds; round += 1) {
      const taken = await site.kemas.sweep();
      if (round >= 0) all.push(taken); // the first warms up
    }
    for (const name of Object.keys(all[0] ?? {})) {
      const ms = median(all.map((taken) => taken[name] ?? Number.NaN));
      times.set(name, { ...times.get(name), [site.name]: ms });
    }
  }
  return [...times].map(([name, ms]) => ({ name, goal: SWEEP_GOAL_MS, isIndexed: true, statements: 1, ms }));
}
