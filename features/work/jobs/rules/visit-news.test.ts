import { describe, expect, it } from 'vitest';
import { newsForCleaner, newsForCustomer } from './visit-news.ts';

const nine = {
  startsAt: '2026-11-26 09:00',
  endsAt: '2026-11-26 12:00',
  postal: '310145',
  address: 'Blk 145 Lor 2 Toa Payoh',
  crew: ['aminah', 'siti'],
};
const two = { ...nine, startsAt: '2026-11-26 14:00', endsAt: '2026-11-26 17:00' };
const elsewhere = { ...nine, postal: '520201', address: 'Blk 201 Tampines St 21' };

describe('a cleaner is told', () => {
  it.each([
    ['of a new visit', null, nine, 'new'],
    ['of a visit that is no longer theirs', nine, null, 'released'],
    ['of another time', nine, two, 'moved'],
    ['of another address', nine, elsewhere, 'moved'],
    ['nothing when the visit is as they were told', nine, { ...nine }, null],
    ['nothing of a colleague', nine, { ...nine, crew: ['aminah'] }, null],
    ['nothing of a visit that never was theirs', null, null, null],
  ])('%s', (_what, told, now, news) => {
    expect(newsForCleaner(told, now)).toBe(news);
  });
});

describe('a customer is told', () => {
  it.each([
    ['of a visit that was booked', null, nine, 'booked'],
    ['of another time', nine, two, 'moved'],
    ['of another time and crew as one change', nine, { ...two, crew: ['nurul'] }, 'moved'],
    ['of another crew', nine, { ...nine, crew: ['aminah', 'nurul'] }, 'other-crew'],
    ['nothing of the same crew in another order', nine, { ...nine, crew: ['siti', 'aminah'] }, null],
    ['nothing of an address', nine, elsewhere, null],
  ])('%s', (_what, told, now, news) => {
    expect(newsForCustomer(told, now)).toBe(news);
  });
});
