import { expect, it, vi } from 'vitest';
import { isSameSecret, keysFrom } from '../keys.ts';
import { readCursor, writeCursor } from './cursor.ts';

vi.mock('../keys.ts', { spy: true });

const keys = keysFrom('a secret that is only used in tests, long enough');
const cursor = writeCursor(keys, 'jobs by date', ['2026-11-25', '7']);

it('is accepted only for the order that it was written for', () => {
  expect(readCursor(keys, 'jobs by date', cursor)).toEqual(['2026-11-25', '7']);
  expect(readCursor(keys, 'jobs by name', cursor)).toBeNull();
});

const otherFirst = cursor.startsWith('0') ? '1' : '0';

it.each(['', 'é'.repeat(16), cursor.slice(1), `${otherFirst}${cursor.slice(1)}`, `${cursor}A`])(
  'does not accept %j',
  (changed) => {
    expect(readCursor(keys, 'jobs by date', changed)).toBeNull();
  },
);

it('is compared in constant time', () => {
  vi.mocked(isSameSecret).mockClear();
  readCursor(keys, 'jobs by date', `${otherFirst}${cursor.slice(1)}`);
  expect(isSameSecret).toHaveBeenCalledOnce();
});
