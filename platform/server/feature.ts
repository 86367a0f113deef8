import type { RegisterRoutes } from './http/api.ts';
import type { Sweeps, Tasks } from './worker.ts';

/** What a feature gives to the composition: its calls, its background tasks, its regular sweeps. */
export interface Feature {
  readonly name: string;
  readonly routes?: RegisterRoutes;
  /** Carried out by the worker after the announcing transaction commits, at least once. */
  readonly tasks?: Tasks;
  /** Run every minute, and after the sandbox clock moves: expire, recover, purge. */
  readonly sweeps?: Sweeps;
}

/** All tasks of all features in one list. */
export function tasksOf(features: readonly Feature[]): Tasks {
  return Object.assign({}, ...features.map((feature) => feature.tasks ?? {}));
}

/** All sweeps of all features in one list. */
export function sweepsOf(features: readonly Feature[]): Sweeps {
  return Object.assign({}, ...features.map((feature) => feature.sweeps ?? {}));
}
