import { expect, it } from 'vitest';
import { circuitBreaker } from './circuit-breaker.ts';

it('opens after five failures in a row for half a minute; then one more failure reopens it', () => {
  let now = 0;
  const breaker = circuitBreaker(() => now);
  for (let failed = 0; failed < 4; failed += 1) breaker.count(false);
  breaker.count(true);
  for (let failed = 0; failed < 4; failed += 1) breaker.count(false);
  expect(breaker.isOpen()).toBe(false);
  breaker.count(false);
  now = 29_999;
  expect(breaker.isOpen()).toBe(true);
  now = 30_000;
  expect(breaker.isOpen()).toBe(false);
  breaker.count(false);
  expect(breaker.isOpen()).toBe(true);
  now = 60_000;
  breaker.count(true);
  expect(breaker.isOpen()).toBe(false);
  breaker.count(false);
  expect(breaker.isOpen()).toBe(false);
});
