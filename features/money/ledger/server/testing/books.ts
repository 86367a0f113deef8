import { afterEach, expect } from 'vitest';
import type { TestApp } from '#platform/testing/test-app.ts';
import { checkLedger } from '../index.ts';

/** Checks all ledger invariants of the app after each test of the suite. */
export function checkBooksAfterEach(app: () => TestApp): void {
  afterEach(async () => {
    expect(await checkLedger(app().context())).toEqual([]);
  });
}
