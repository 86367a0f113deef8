import { randomUUIDv7 } from 'node:crypto';
import type { Logger } from 'pino';
import { type Clock, movableClock, systemClock } from '#platform/server/clock.ts';
import { type Config, usesSandbox } from '#platform/server/config.ts';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/database.ts';
import { loadSandboxClock } from '#platform/server/fakes/sandbox-clock.ts';
import { compose } from '#platform/server/feature.ts';
import { keysFrom, loadSecret } from '#platform/server/keys.ts';
import { createMetrics } from '#platform/server/metrics.ts';
import { queueOutbox } from '#platform/server/outbox.ts';
import { features } from './features.ts';
import { type OpenedProviders, openProviders } from './providers.ts';

export interface OpenedServices {
  readonly services: Services;
  readonly outside: OpenedProviders;
}

/** Creates the shared objects of a process. */
export async function openServices(
  config: Config,
  database: Pick<Services, 'db' | 'databaseUrl'>,
  log: Logger,
): Promise<OpenedServices> {
  const { db } = database;
  const clock: Clock = usesSandbox(config) ? await sandboxClock(db) : systemClock;
  const outside = await openProviders(config, { db, clock, log });
  const services: Services = {
    config,
    ...database,
    clock,
    newId: randomUUIDv7,
    keys: keysFrom(await loadSecret(config)),
    log,
    metrics: createMetrics(),
    outbox: queueOutbox,
    composed: compose(features),
    providers: outside.providers,
  };
  return { services, outside };
}

async function sandboxClock(db: Db): Promise<Clock> {
  const clock = movableClock();
  await loadSandboxClock(db, clock);
  return clock;
}
