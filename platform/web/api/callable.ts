import type { CallDefinition, InputOf, ReplyOf } from '../../contract/call.ts';
import type { Action } from '../../kernel/policy.ts';

/** The parts of a route that the browser needs at runtime. Every `defineCall` is one. */
export type Callable = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly status?: 200 | 201;
  readonly idempotent?: true;
  /** Who may call it; a light call has none. */
  readonly action?: Action;
};

/** `definition` exists only at type level. */
type LightCall<D extends CallDefinition> = Callable & { readonly definition: D };

/** The contract's definition of a callable. */
export type DefinitionOf<C extends Callable> = C extends {
  readonly definition: infer D extends CallDefinition;
}
  ? D
  : C extends CallDefinition
    ? C
    : CallDefinition;

export type CallInput<C extends Callable> = InputOf<DefinitionOf<C>>;
export type CallReply<C extends Callable> = ReplyOf<DefinitionOf<C>>;

/** Omits the input if a route needs none. */
export type InputArgument<C extends Callable, More = unknown> =
  Record<never, never> extends CallInput<C> ? [input?: CallInput<C> & More] : [input: CallInput<C> & More];

type LightCallOf<D extends CallDefinition> = Pick<D, 'method' | 'path'> &
  (D['status'] extends 201 ? { readonly status: 201 } : { readonly status?: 200 }) &
  (D['idempotent'] extends true ? { readonly idempotent: true } : { readonly idempotent?: never });

/**
 * A route with the types of its contract but without its schemas, for pages whose first load must not include them:
 * `lightCall<typeof import('#features/catalogue/packages/contract.ts').listPackages>(routes.listPackages)`. Its method and path
 * come from `features/routes.ts`, as those of the contract do. Another route is a type error.
 */
export function lightCall<D extends CallDefinition>(route: LightCallOf<D>): LightCall<D> {
  // `definition` exists only at type level.
  return route as LightCallOf<D> & LightCall<D>;
}
