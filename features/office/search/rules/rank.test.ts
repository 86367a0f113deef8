import { describe, expect, it, test } from 'vitest';
import { rankOf, rankPeople } from './rank.ts';

const HUI_MIN = { fullname: 'Hui Min Chua', mobile: '6581235617' };

test.each([
  ['Hui Min Chua', 0],
  ['hui  min chua', 0],
  ['Húi Min Chua', 0],
  ['hui', 1],
  ['chua', 1],
  ['chu hu', 1],
  ['in', 2],
  ['hua', 2],
  ['hui@example.com', 2],
  ['81235617', 0],
  ['+65 8123 5617', 0],
  ['8123-56', 1],
  ['6581', 1],
  ['5617', 2],
  ['', 2],
])('%s ranks as %d', (q, rank) => {
  expect(rankOf(q, HUI_MIN)).toBe(rank);
});

describe('people', () => {
  it('come with the best match first, then by name', () => {
    const people = ['Natanya Ho', 'Zoe Tan', 'Tan', 'Tania Ng', 'Adam Tan'].map((fullname) => ({
      fullname,
      mobile: '6591112222',
    }));
    const names = rankPeople('tan', people).map(({ fullname }) => fullname);
    expect(names).toEqual(['Tan', 'Adam Tan', 'Tania Ng', 'Zoe Tan', 'Natanya Ho']);
  });

  it('ranks foreign numbers without removing digits', () => {
    expect(rankOf('60123456789', { fullname: 'Aisha', mobile: '60123456789' })).toBe(0);
    expect(rankOf('123456789', { fullname: 'Aisha', mobile: '60123456789' })).toBe(2);
  });
});
