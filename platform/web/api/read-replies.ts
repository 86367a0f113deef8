import type { Callable } from './callable.ts';
import { queryStringOf } from './request.ts';

type Query = Readonly<Record<string, unknown>>;

/** What one read replied, as it travels in a page that the server has drawn. */
export interface ReadReply {
  readonly path: string;
  readonly query: Query;
  readonly reply: unknown;
}

/** The newest reply of each read, by its address: going back shows it at once. */
const kept = new Map<string, unknown>();
let withPage: readonly ReadReply[] = [];
const freshAddresses = new Set<string>();

/** A read by its address; the order of the query's names does not matter. */
export function readAddress({ path }: Pick<Callable, 'path'>, query: Query): string {
  return path + queryStringOf(Object.fromEntries(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))));
}

export function keptReply(address: string): unknown {
  return kept.get(address);
}

export function keepReply(address: string, reply: unknown): void {
  kept.set(address, reply);
}

/** Takes the replies with which the page was drawn, in place of all that was kept. */
export function receiveReplies(replies: readonly ReadReply[]): void {
  kept.clear();
  freshAddresses.clear();
  withPage = replies;
  for (const { path, query, reply } of replies) {
    const address = readAddress({ path }, query);
    kept.set(address, reply);
    freshAddresses.add(address);
  }
}

/** True while the page that the server drew stands: what it came with is not asked for a second time. */
export function cameWithPage(address: string): boolean {
  return freshAddresses.has(address);
}

/** From now on every view reads for itself. */
export function endFreshness(): void {
  freshAddresses.clear();
}

/** What came with the page, for the memory of reads. */
export function repliesWithPage(): readonly ReadReply[] {
  return withPage;
}
