import { describe, expect, it } from 'vitest';
import { readBlock } from './blocks.ts';

const about = { zone: 'Asia/Singapore', everybody: 1000 };
const block = {
  startTime: '2026-12-24 09:00',
  endTime: '2026-12-24 18:00',
  description: 'Training',
  cleanerType: 'selected' as const,
  cleanerIDs: ['a'],
};

describe('a block booking', () => {
  it('is parsed in business time', () => {
    expect(readBlock(block, about)).toEqual({
      start: Date.parse('2026-12-24T01:00Z'),
      end: Date.parse('2026-12-24T10:00Z'),
      description: 'Training',
    });
  });

  it.each([
    ['for nobody', { cleanerIDs: [] }, 'cleanerIDs'],
    ['an invalid time', { startTime: 'soon' }, 'startTime'],
    ['backwards', { endTime: '2026-12-24 08:00' }, 'endTime'],
    ['longer than a year', { endTime: '2028-01-01 09:00' }, 'endTime'],
    ['two months of a thousand', { cleanerType: 'all' as const, endTime: '2027-02-24 18:00' }, 'endTime'],
  ])('%s is refused with an error on its field', (_what, change, path) => {
    expect(readBlock({ ...block, ...change }, about)).toMatchObject({ path });
  });

  it('needs no cleaner ids if it is for all cleaners', () => {
    expect(readBlock({ ...block, cleanerType: 'all', cleanerIDs: [] }, about)).not.toHaveProperty('path');
  });
});
