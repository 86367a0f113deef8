import type { Anyone } from '../kernel/actor.ts';
import { checkAuditDaily, noteAuditHead } from './audit-chain/daily-check.ts';
import { sealAudit } from './audit-chain/seal-audit.ts';
import type { Context, Services } from './context.ts';
import type { Db } from './database/database.ts';
import { purgeDeadTasks } from './dead-tasks.ts';
import { messageCronJobs, messageTaskGroups, messageTasks } from './deliver-messages.ts';
import type { RegisterRoutes } from './http/api.ts';
import { purgeIdempotencyKeys } from './idempotency.ts';
import { purgeLiveEvents } from './live/read-live-events.ts';
import { messageData } from './message-data.ts';
import { withholdMessages } from './message-log.ts';
import type { TaskPayloads } from './outbox.ts';
import { sessionsAndKeys } from './personal-data.ts';
import { purgeAuditEntries } from './retention.ts';
import type { CronJobs } from './run-cron-jobs.ts';
import type { TaskGroups, Tasks } from './tasks.ts';
import { purgeThrottles } from './throttle.ts';

/**
 * What a feature offers. Composition is explicit: a feature exports this object, and importing it has no side effects.
 * A feature that other features extend adds a field by declaration merging
 * (`declare module '#platform/server/feature.ts'`): a record by name, or a list.
 */
export interface Feature {
  readonly name: string;
  readonly routes?: RegisterRoutes;
  /** Run by the worker after the publishing transaction commits, at least once. */
  readonly tasks?: Tasks;
  /** Of those that call servers outside. */
  readonly taskGroups?: TaskGroups;
  /** Ends what the feature does outside requests and tasks; called when the worker stops, while the database is still open. */
  readonly onStop?: Readonly<Record<string, (services: Services) => Promise<void>>>;
  /**
   * Tasks that may run after a restore although they have run since the backup: they ask first, or only overwrite. All others
   * wait for the office.
   */
  readonly repeatableTasks?: readonly (keyof TaskPayloads)[];
  /** Marks what was waiting to be sent in a restored database, because it may have been sent since the backup. */
  readonly onRestore?: Readonly<Record<string, (db: Db) => Promise<void>>>;
  /** Run every minute, and after the sandbox clock moves: expire, recover, purge. */
  readonly cronJobs?: CronJobs;
  /** Figures for Prometheus by name, without the prefix `kemas_`; read at each scrape. */
  readonly gauges?: Gauges;
}

export type Gauges = Readonly<
  Record<string, { readonly help: string; readonly read: (ctx: Context<Anyone>) => Promise<number> }>
>;

/** What all features together offer: records merged by name, lists concatenated. Handlers find it in their context. */
export interface Composed extends Omit<Feature, 'name' | 'routes'> {
  readonly routes: readonly RegisterRoutes[];
  readonly tasks: Tasks;
  readonly cronJobs: CronJobs;
}

/** The platform's own part of every composition. */
const platform: Feature = {
  name: 'platform',
  tasks: messageTasks,
  taskGroups: messageTaskGroups,
  cronJobs: {
    'idempotency-keys': purgeIdempotencyKeys,
    throttles: purgeThrottles,
    'audit:seal': async (ctx) => void (await sealAudit(ctx)),
    'audit:purge': purgeAuditEntries,
    'audit:check': checkAuditDaily,
    'audit:note-head': noteAuditHead,
    'dead-tasks:purge': purgeDeadTasks,
    'live-events:purge': purgeLiveEvents,
    ...messageCronJobs,
  },
  onRestore: { messages: withholdMessages },
  personalData: { platform: sessionsAndKeys, 'message-log': messageData },
};

/**
 * Merges features, lowest layer first.
 * @throws when two features use the same name: one would silently win.
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
  return { tasks: {}, cronJobs: {}, ...whole, routes };
}

function claimName(origin: Map<string, string>, thing: string, feature: string): void {
  const other = origin.get(thing);
  if (other !== undefined) throw new Error(`Both ${other} and ${feature} offer ${thing}.`);
  origin.set(thing, feature);
}
