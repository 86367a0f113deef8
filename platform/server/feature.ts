import type { Context } from './context.ts';
import type { RegisterRoutes } from './http/api.ts';
import type { TaskPayloads } from './outbox.ts';

/** What a feature gives to the composition: its calls, its background tasks, its regular sweeps. */
export interface Feature {
  readonly name: string;
  readonly routes?: RegisterRoutes;
  /** Carried out by the worker after the announcing transaction commits, at least once. */
  readonly tasks?: TaskHandlers;
  /** Run every minute, and after the sandbox clock moves: expire, recover, purge. Each is idempotent. */
  readonly sweeps?: readonly Sweep[];
}

export type TaskHandlers = {
  readonly [T in keyof TaskPayloads & string]?: (ctx: Context, payload: TaskPayloads[T]) => Promise<void>;
};

export interface Sweep {
  readonly name: string;
  run(ctx: Context): Promise<void>;
}
