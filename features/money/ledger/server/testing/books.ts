import { afterEach, expect } from 'vitest';
import type { TestApp } from '#platform/testing/test-app.ts';
import { checkLedger } from '../index.ts';

/** After each test of a suite that moves money or hours, the books hold what all features of its app promise of them. */
export function checkBooksAfterEach(app: () => TestApp): void {
  afterEach(async () => {
    expect(await checkLedger(app().context())).toEqual([]);
  });
}
