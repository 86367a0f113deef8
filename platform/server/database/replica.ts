import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics.ts';
import type { Db } from './database.ts';

/** A streaming replica that lists are read from. */
export interface Replica {
  /**
   * The replica's database, once it has everything that was committed before the call: people find in the list what they
   * have changed, through any process. Null if that takes too long, or if the replica is
   * unavailable.
   */
  upToDate(): Promise<Db | null>;
  /** A statement on it has failed: for a while, everything is read from the primary. */
  avoid(error: unknown): void;
}

export interface ReplicaOptions {
  readonly primary: Db;
  readonly replica: Db;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** A replica usually lags by a few milliseconds. A list from the primary is not slower than waiting for longer. */
const WAIT_MS = 100;
const LOOK_EVERY_MS = 5;
/** A host that is gone does not answer at all. */
const ANSWERS_WITHIN_MS = 1000;
/** After a failure. */
const AVOID_MS = 5000;

export function openReplica({ primary, replica, log, metrics }: ReplicaOptions): Replica {
  let avoidUntil = 0;
  const count = (outcome: string) => metrics.replicaReads.inc({ outcome });
  const avoid = (error: unknown) => {
    avoidUntil = performance.now() + AVOID_MS;
    count('failed');
    log.warn({ err: error }, 'replica unavailable, reading lists from the primary');
  };
  return {
    avoid,
    async upToDate() {
      if (performance.now() < avoidUntil) return null;
      const position = await committedPosition(primary);
      if (position === null) return null;
      try {
        const isUpToDate = await Promise.race([hasReached(replica, position), failLate()]);
        count(isUpToDate ? 'replica' : 'behind');
        return isUpToDate ? replica : null;
      } catch (error) {
        avoid(error);
        return null;
      }
    },
  };
}

async function failLate(): Promise<never> {
  await sleep(ANSWERS_WITHIN_MS, undefined, { ref: false });
  throw new Error('The replica does not answer.');
}

/** Where the primary's log ends: every commit that was acknowledged is before it. Null while it is being promoted. */
async function committedPosition(primary: Db): Promise<string | null> {
  const { rows } = await sql<{ position: string | null }>`
    select case when not pg_is_in_recovery() then pg_current_wal_flush_lsn() end::text as position`.execute(
    primary,
  );
  return rows[0]?.position ?? null;
}

/** False also of a server that is no replica (any more): as a former primary it might be outdated for good. */
async function hasReached(replica: Db, position: string): Promise<boolean> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const { rows } = await sql<{ isReplica: boolean; isReached: boolean | null }>`
      select pg_is_in_recovery() as is_replica, pg_last_wal_replay_lsn() >= ${position}::pg_lsn as is_reached`.execute(
      replica,
    );
    if (rows[0]?.isReplica !== true) return false;
    if (rows[0].isReached === true) return true;
    if (performance.now() >= until) return false;
    await sleep(LOOK_EVERY_MS);
  }
}
