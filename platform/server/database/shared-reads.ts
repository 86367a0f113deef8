/** Short reads share a connection. What this promises: docs/decisions/0020-shared-reads.md */
import { AsyncLocalStorage } from 'node:async_hooks';

const sharing = new AsyncLocalStorage<true>();

/**
 * Does a short read, one row by its key say, on a connection that other short reads have at the same time. In a transaction
 * it changes nothing. Whatever is long, or waits for a lock, would hold up those that are answered after it.
 */
export function sharingConnection<T>(read: () => Promise<T>): Promise<T> {
  return sharing.run(true, read);
}

/** Whether a connection is being asked for by a read that shares it. */
export function isSharing(): boolean {
  return sharing.getStore() === true;
}
