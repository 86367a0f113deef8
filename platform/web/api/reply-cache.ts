import type { Callable } from './callable.ts';
import { queryStringOf } from './request.ts';

type Query = Readonly<Record<string, unknown>>;

/** The reply to one read, as the server embeds it in a page. */
export interface ReadReply {
  readonly path: string;
  readonly query: Query;
  readonly reply: unknown;
}

/** The latest reply of each read, by its address, so that going back shows it at once. */
const cache = new Map<string, unknown>();
let embedded: readonly ReadReply[] = [];
const freshAddresses = new Set<string>();

/** The cache key of a read; the order of query parameters does not matter. */
export function readAddress({ path }: Pick<Callable, 'path'>, query: Query): string {
  return path + queryStringOf(Object.fromEntries(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))));
}

export function cachedReply(address: string): unknown {
  return cache.get(address);
}

export function cacheReply(address: string, reply: unknown): void {
  cache.set(address, reply);
}

/** Replaces the cache with the replies that the page was rendered from. */
export function setServerReplies(replies: readonly ReadReply[]): void {
  cache.clear();
  freshAddresses.clear();
  embedded = replies;
  for (const { path, query, reply } of replies) {
    const address = readAddress({ path }, query);
    cache.set(address, reply);
    freshAddresses.add(address);
  }
}

/** True on the server-rendered page for replies that it embedded: they are not requested again. */
export function isFreshFromServer(address: string): boolean {
  return freshAddresses.has(address);
}

/** After leaving the server-rendered page, every view requests its own data. */
export function expireServerReplies(): void {
  freshAddresses.clear();
}

/** The embedded replies, for TanStack Query's cache. */
export function serverReplies(): readonly ReadReply[] {
  return embedded;
}
