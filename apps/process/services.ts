import { randomUUIDv7 } from 'node:crypto';
import type { Logger } from 'pino';
import { features } from '#apps/api/features.ts';
import { type Clock, movableClock, systemClock } from '#platform/server/clock.ts';
import { type Config, usesSandbox } from '#platform/server/config.ts';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/database.ts';
import { openReplica } from '#platform/server/database/replica.ts';
import { followSandboxClock, loadSandboxClock } from '#platform/server/fakes/sandbox-clock.ts';
import { compose } from '#platform/server/feature.ts';
import { keysFrom, loadSecret } from '#platform/server/keys.ts';
import { createMetrics } from '#platform/server/metrics.ts';
import { queueOutbox } from '#platform/server/outbox.ts';
import { measureBreakers } from '#platform/server/providers/measure-breakers.ts';
import { type OpenedProviders, openProviders } from './providers.ts';

export interface OpenedServices {
  readonly services: Services;
  readonly outside: OpenedProviders;
  close(): Promise<void>;
}

interface OpenedDatabase extends Pick<Services, 'db' | 'databaseUrl'> {
  readonly replicaDb: Db | null;
}

/** Creates the shared objects of a process. */
export async function openServices(
  config: Config,
  { replicaDb, ...database }: OpenedDatabase,
  log: Logger,
): Promise<OpenedServices> {
  await using started = new AsyncDisposableStack();
  const { db } = database;
  const clock: Clock = usesSandbox(config) ? await sandboxClock(started, config, db) : systemClock;
  const keys = keysFrom(await loadSecret(config));
  const outside = await openProviders(config, { db, clock, keys, log });
  started.defer(() => outside.close());
  const metrics = createMetrics();
  measureBreakers(metrics.registry, outside.breakers);
  const services: Services = {
    config,
    ...database,
    clock,
    newID: randomUUIDv7,
    keys,
    log,
    metrics,
    outbox: queueOutbox,
    composed: compose(features),
    providers: outside.providers,
    providerNames: outside.names,
    breakers: outside.breakers,
    ...(replicaDb && { replica: openReplica({ primary: db, replica: replicaDb, log, metrics }) }),
  };
  const all = started.move();
  return { services, outside, close: () => all.disposeAsync() };
}

async function sandboxClock(started: AsyncDisposableStack, config: Config, db: Db): Promise<Clock> {
  const clock = movableClock();
  await loadSandboxClock(db, clock);
  // Another process may move it.
  if (config.DATABASE_URL !== undefined) started.defer(followSandboxClock(db, clock));
  return clock;
}
