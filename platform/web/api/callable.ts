import type { CallDefinition, InputOf, ReplyOf } from '../../contract/call.ts';

/** What the browser needs of a call when it runs. Every `defineCall` is one. */
export type Callable = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly status?: 200 | 201;
  readonly idempotent?: true;
};

/** `definition` exists for the compiler only. */
type LightCall<D extends CallDefinition> = Callable & { readonly definition: D };

/** The contract's definition behind a callable. */
export type DefinitionOf<C extends Callable> = C extends {
  readonly definition: infer D extends CallDefinition;
}
  ? D
  : C extends CallDefinition
    ? C
    : CallDefinition;

export type CallInput<C extends Callable> = InputOf<DefinitionOf<C>>;
export type CallReply<C extends Callable> = ReplyOf<DefinitionOf<C>>;

/** Leaves the input out where a call needs none. */
export type InputArgument<C extends Callable, More = unknown> =
  Record<never, never> extends CallInput<C> ? [input?: CallInput<C> & More] : [input: CallInput<C> & More];

type LightCallOf<D extends CallDefinition> = Pick<D, 'method' | 'path'> &
  (D['status'] extends 201 ? { readonly status: 201 } : { readonly status?: 200 }) &
  (D['idempotent'] extends true ? { readonly idempotent: true } : { readonly idempotent?: never });

/**
 * A call written out by hand, for pages whose first load must not carry the contract's schemas (the public site):
 * `lightCall<typeof import('#features/catalogue/packages/contract.ts').listPackages>({ method: 'GET', path: '/packages' })`.
 * The compiler refuses a method, path or status that differs from the contract's.
 */
export function lightCall<D extends CallDefinition>(written: LightCallOf<D>): LightCall<D> {
  // `definition` exists for the compiler only.
  return written as LightCallOf<D> & LightCall<D>;
}
