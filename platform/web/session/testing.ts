import type { TextStorage } from './safe-storage.ts';
import { createSessionStore, SESSION_KEY } from './session-store.ts';

/** An in-memory storage whose contents a test can inspect. */
export function memoryStorage(): TextStorage & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      kept.set(key, value);
    },
    removeItem: (key) => {
      kept.delete(key);
    },
  };
}

/** A store with two in-memory storages. `reopen` simulates a reload. */
export function storeInMemory(tab = memoryStorage(), persistent = memoryStorage()) {
  const store = createSessionStore({ tab, persistent });
  return {
    store,
    tab,
    persistent,
    saved: (storage: TextStorage): unknown => JSON.parse(storage.getItem(SESSION_KEY) ?? 'null'),
    reopen: () => createSessionStore({ tab, persistent }),
  };
}

/** The server's reply when Rachel signs in. */
export const rachel = {
  jwt: 'token-of-rachel',
  id: '0193a5f0-0000-7000-8000-000000000001',
  fullname: 'Rachel Ong',
  firstname: 'Rachel',
  lastname: 'Ong',
  email: 'rachel@example.sg',
  type: 'customer',
  creditCardLast4: '4242',
  creditCardExpiryMonth: '4',
  creditCardExpiryYear: '2029',
  creditsLeft: 17,
};
