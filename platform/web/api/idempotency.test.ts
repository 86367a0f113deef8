import { expect, test } from 'vitest';
import { ApiError, offlineError } from './api-error.ts';
import { createIdempotencyKeys } from './idempotency.ts';
import { shouldRetry } from './queries.ts';

const refusal = (status: number, code: string) => new ApiError({ status, code, title: code, detail: code });

function keeper() {
  let made = 0;
  return createIdempotencyKeys(() => `key-${++made}`);
}

async function failing(keys: ReturnType<typeof keeper>, error: Error) {
  await expect(keys.settle(Promise.reject(error))).rejects.toBe(error);
}

test('the same request goes out under the same key until an answer comes', async () => {
  const keys = keeper();
  expect(keys.keyFor({ total: 1 })).toBe('key-1');
  await failing(keys, offlineError());
  expect(keys.keyFor({ total: 1 })).toBe('key-1');
  await failing(keys, refusal(503, 'unavailable'));
  await failing(keys, refusal(409, 'in_progress'));
  expect(keys.keyFor({ total: 1 })).toBe('key-1');
  await keys.settle(Promise.resolve('done'));
  expect(keys.keyFor({ total: 1 })).toBe('key-2');
});

test('a declined card may be tried again: a definite no takes a new key', async () => {
  const keys = keeper();
  keys.keyFor({ total: 1 });
  await failing(keys, refusal(402, 'card_declined'));
  expect(keys.keyFor({ total: 1 })).toBe('key-2');
});

test('another input is another intention', () => {
  const keys = keeper();
  keys.keyFor({ total: 1 });
  expect(keys.keyFor({ total: 2 })).toBe('key-2');
});

test('reads are tried again when nothing answered, never when the server refused', () => {
  expect(shouldRetry(0, offlineError())).toBe(true);
  expect(shouldRetry(1, refusal(503, 'unavailable'))).toBe(true);
  expect(shouldRetry(2, offlineError())).toBe(false);
  for (const status of [400, 401, 403, 404, 409, 422, 429]) {
    expect(shouldRetry(0, refusal(status, 'x'))).toBe(false);
  }
});
