import type { Sweeps } from './cron-jobs.ts';
import { purgeDeadTasks } from './dead-tasks.ts';
import { messageSweeps, messageTasks } from './deliver-messages.ts';
import type { RegisterRoutes } from './http/api.ts';
import { sweepIdempotencyKeys } from './idempotency.ts';
import { messageData } from './message-data.ts';
import { sessionsAndKeys } from './personal-data.ts';
import { purgeAuditEntries } from './retention.ts';
import type { Tasks } from './tasks.ts';
import { sweepThrottles } from './throttle.ts';

/**
 * What a feature offers. Composition is explicit: a feature hands this object over, and importing it does nothing
 * else. A feature that others answer to adds a field of its own by declaration merging
 * (`declare module '#platform/server/feature.ts'`): things by name, or a list.
 */
export interface Feature {
  readonly name: string;
  readonly routes?: RegisterRoutes;
  /** Carried out by the worker after the announcing transaction commits, at least once. */
  readonly tasks?: Tasks;
  /** Run every minute, and after the sandbox clock moves: expire, recover, purge. */
  readonly sweeps?: Sweeps;
}

/** What all features together offer: things by name in one record, lists end to end. Handlers find it in their context. */
export interface Composed extends Omit<Feature, 'name' | 'routes'> {
  readonly routes: readonly RegisterRoutes[];
  readonly tasks: Tasks;
  readonly sweeps: Sweeps;
}

/** What the platform itself offers, in every composition. */
const platform: Feature = {
  name: 'platform',
  tasks: messageTasks,
  sweeps: {
    'idempotency-keys': sweepIdempotencyKeys,
    throttles: sweepThrottles,
    'audit:purge': purgeAuditEntries,
    'dead-tasks:purge': purgeDeadTasks,
    ...messageSweeps,
  },
  personalData: { platform: sessionsAndKeys, 'message-log': messageData },
};

/**
 * Puts features together, lowest first.
 * @throws when two of them offer a thing under the same name: one would silently win.
 */
export function compose(features: readonly Feature[]): Composed {
  const all = [platform, ...features];
  const whole: Record<string, unknown> = {};
  const origin = new Map<string, string>();
  for (const { name, routes: _routes, ...offers } of all) {
    claimName(origin, `feature ${name}`, name);
    for (const [field, offer] of Object.entries(offers)) {
      if (offer === undefined) continue;
      if (Array.isArray(offer)) {
        whole[field] = [...((whole[field] as unknown[] | undefined) ?? []), ...offer];
        continue;
      }
      for (const key of Object.keys(offer)) claimName(origin, `${field} ${key}`, name);
      whole[field] = { ...(whole[field] as object | undefined), ...offer };
    }
  }
  const routes = all.flatMap((feature) => (feature.routes ? [feature.routes] : []));
  return { tasks: {}, sweeps: {}, ...whole, routes };
}

function claimName(origin: Map<string, string>, thing: string, feature: string): void {
  const other = origin.get(thing);
  if (other !== undefined) throw new Error(`Both ${other} and ${feature} offer ${thing}.`);
  origin.set(thing, feature);
}
