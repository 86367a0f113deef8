import type { Logger } from 'pino';
import type { PageLanguage } from '../contract/page-rendering.ts';
import type { Actor, Role, SignedIn } from '../kernel/actor.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './database/database.ts';
import type { Replica } from './database/replica.ts';
import type { Composed } from './feature.ts';
import type { PostedRecord } from './http/posted-record.ts';
import type { IdempotentReplyStore } from './idempotency.ts';
import type { Keys } from './keys.ts';
import type { Metrics } from './metrics.ts';
import type { Outbox } from './outbox.ts';
import type { Breaker } from './providers/breaker.ts';
import type { Providers } from './providers/providers.ts';
import type { ProviderNames } from './providers/sources.ts';

/** The shared objects of a process, created once by the composition in apps/. */
export interface Services {
  readonly config: Config;
  readonly db: Db;
  /** For a connection of one's own, beside the pool: a long snapshot. Not through a connection pooler. */
  readonly databaseUrl: string;
  /** If DATABASE_REPLICA_URL is set. */
  readonly replica?: Replica;
  readonly clock: Clock;
  /** A new UUIDv7. */
  readonly newID: () => string;
  readonly keys: Keys;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly outbox: Outbox;
  /** Everything the features of this process offer each other; see compose. */
  readonly composed: Composed;
  /**
   * Network providers. Never call them inside a database transaction: queue a task in the outbox, or call between two
   * transactions.
   */
  readonly providers: Providers;
  /** Those of the real providers; none in tests. */
  readonly providerNames?: ProviderNames;
  /** One for each provider that is real. */
  readonly breakers?: readonly Breaker[];
}

/** What a request, task or command works with: the services, the actor and the client. */
export interface Context<A extends Actor = Actor> extends Services {
  readonly actor: A;
  /** The client's address, as far as the proxies can be trusted; empty for tasks. */
  readonly ip: string;
  readonly userAgent: string;
  /** The language of the page that the request comes from; absent for tasks and scripts. */
  readonly language?: PageLanguage | undefined;
  /** Identifies a browser until someone signs in or out there; null or absent for clients without cookies. */
  readonly visitor?: string | null;
  /** Cookies of known browsers, not verified yet; see knownBrowserID. */
  readonly knownBrowsers?: readonly string[];
  readonly requestID: string;
  /** Only in tests, while an office request is handled that may change something. */
  readonly auditWatch?: AuditWatch;
  /** Set while a request is handled that says more of a record than it asks for. */
  readonly posted?: PostedRecord;
  /** Set while a request with an Idempotency-Key is handled; see saveIdempotentReply. */
  readonly idempotentReplyStore?: IdempotentReplyStore;
}

/** Finds out whether a request has changed something without an audit entry. */
export interface AuditWatch {
  /** A transaction with changes was committed. */
  hasChanged: boolean;
  /** An audit entry was written, or declared unnecessary (`noChange`). */
  isAudited: boolean;
}

export type ContextOf<R extends Role> = Context<SignedIn<R>>;

/** A context whose `db` is an open database transaction; see inTransaction. */
export type Tx<A extends Actor = Actor> = Context<A> & { readonly inTransaction: true };
