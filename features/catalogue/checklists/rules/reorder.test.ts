import { describe, expect, it } from 'vitest';
import { reorder } from './reorder.ts';

describe('sorting a checklist', () => {
  it.each([
    ['all items', 'abcd', 'dcba', 'dcba'],
    ['a section: it keeps its positions', 'abcd', 'cb', 'acbd'],
    ['items that are not adjacent', 'abcde', 'ea', 'ebcda'],
    ['one item: no change', 'abcd', 'c', 'abcd'],
    ['nothing', 'abcd', '', 'abcd'],
  ])('%s', (_name, all, named, expected) => {
    expect(reorder([...all], [...named]).join('')).toBe(expected);
  });
});
