import type { SignedIn } from '../kernel/actor.ts';
import type { Services } from './context.ts';
import type { Throttled } from './throttle.ts';

/** Begins every API key and no session token. Secret scanners find leaked keys by it. */
export const API_KEY_PREFIX = 'kemas_live_';

/** A request that carries an API key. */
export interface KeyedCaller {
  readonly key: string;
  /** The client's address. */
  readonly ip: string;
}

/** The actor of an API key; null for an unknown, revoked or expired one. */
export type FindApiKey = (
  services: Services,
  caller: KeyedCaller,
) => Promise<(SignedIn & { readonly apiKey: true }) | Throttled | null>;

declare module './feature.ts' {
  interface Feature {
    /** Looks up API keys, by the feature's name. */
    readonly findApiKey?: Readonly<Record<string, FindApiKey>>;
  }
}

/** Asks the feature that issues API keys; null without one. */
export async function findApiKey(services: Services, caller: KeyedCaller): ReturnType<FindApiKey> {
  for (const find of Object.values(services.composed.findApiKey ?? {})) {
    const found = await find(services, caller);
    if (found !== null) return found;
  }
  return null;
}
