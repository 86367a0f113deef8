import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { randomID } from './random-id.ts';

test('is a new UUID each time, also on plain http', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const ids = Array.from({ length: 500 }, randomID);
  vi.unstubAllGlobals();
  expect(new Set(ids).size).toBe(500);
  for (const id of ids) expect(z.uuidv4().safeParse(id).success, id).toBe(true);
});
