import type { Logger } from 'pino';
import type { Actor, Role, SignedIn } from '../kernel/actor.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './database/database.ts';
import type { Composed } from './feature.ts';
import type { ReplyKeeper } from './idempotency.ts';
import type { Keys } from './keys.ts';
import type { Metrics } from './metrics.ts';
import type { Outbox } from './outbox.ts';
import type { Providers } from './providers/providers.ts';

/** What one process has, made once by the composition in apps/. */
export interface Services {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  /** A new UUIDv7. */
  readonly newId: () => string;
  readonly keys: Keys;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly outbox: Outbox;
  /** What the features of this process offer each other; see compose. */
  readonly composed: Composed;
  /** The network's far side. Never called inside a transaction: queue it in the outbox, or call between two. */
  readonly providers: Providers;
}

/** What one request, task or command works with: the services, and who is asking from where. */
export interface Context<A extends Actor = Actor> extends Services {
  readonly actor: A;
  /** Address of the person's device as far as it can be believed; empty for tasks. */
  readonly ip: string;
  readonly userAgent: string;
  /** The same text for the same browser until somebody signs in or out there; null or absent without cookies. */
  readonly visitor?: string | null;
  /** The cookies by which an account's own browser is known, not checked yet; see knownBrowserId. */
  readonly knownBrowsers?: readonly string[];
  readonly requestId: string;
  /** While a request with an Idempotency-Key is answered; see keepReply. */
  readonly replyKeeper?: ReplyKeeper;
}

export type ContextOf<R extends Role> = Context<SignedIn<R>>;

/** A context whose `db` is an open transaction; see inTransaction. */
export type Tx<A extends Actor = Actor> = Context<A> & { readonly inTransaction: true };
