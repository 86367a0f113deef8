import type { Actor } from '../kernel/actor.ts';
import type { Context } from '../server/context.ts';
import type { Providers } from '../server/providers/providers.ts';
import { withHooks } from './query-hooks.ts';

export class ProcessDied extends Error {}

export interface DyingProcess<A extends Actor> {
  readonly ctx: Context<A>;
  hasDied(): boolean;
}

/**
 * A context whose process is killed after `steps` steps. A step is a statement, or a request to a provider. From then on
 * everything fails, so that code that handles errors has no effect either; an open transaction is rolled back.
 */
export function dyingProcess<A extends Actor>(ctx: Context<A>, steps: number): DyingProcess<A> {
  let taken = 0;
  const takeStep = () => {
    taken += 1;
    if (taken > steps) throw new ProcessDied();
  };
  const db = withHooks(ctx.db, {
    change: (query) => {
      takeStep();
      return query;
    },
  });
  return {
    ctx: { ...ctx, db, providers: counted(ctx.providers, takeStep) },
    hasDied: () => taken > steps,
  };
}

/** The same providers, whose methods take a step before they do anything. */
function counted(providers: Providers, takeStep: () => void): Providers {
  return Object.fromEntries(
    Object.entries(providers).map(([name, provider]) => [
      name,
      typeof provider !== 'object' || provider === null
        ? provider
        : new Proxy(provider, {
            get(target, property) {
              const member: unknown = Reflect.get(target, property);
              if (typeof member !== 'function') return member;
              return async (...args: unknown[]) => {
                takeStep();
                return await Reflect.apply(member, target, args);
              };
            },
          }),
    ]),
  ) as unknown as Providers;
}
