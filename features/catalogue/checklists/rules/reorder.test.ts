import { describe, expect, it } from 'vitest';
import { reorder } from './reorder.ts';

describe('sorting a checklist', () => {
  it.each([
    ['all of it', 'abcd', 'dcba', 'dcba'],
    ['a section: it keeps its places', 'abcd', 'cb', 'acbd'],
    ['items that lie apart', 'abcde', 'ea', 'ebcda'],
    ['one item: nothing', 'abcd', 'c', 'abcd'],
    ['nothing', 'abcd', '', 'abcd'],
  ])('%s', (_name, all, named, expected) => {
    expect(reorder([...all], [...named]).join('')).toBe(expected);
  });
});
