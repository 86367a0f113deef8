import { describe, expect, it } from 'vitest';
import { isToldBySms, newsForCleaner, newsForCustomer } from './visit-notifications.ts';

const nine = {
  startsAt: '2026-11-26 09:00',
  endsAt: '2026-11-26 12:00',
  postal: '310145',
  address: 'Blk 145 Lor 2 Toa Payoh',
  crew: ['aminah', 'siti'],
};
const two = { ...nine, startsAt: '2026-11-26 14:00', endsAt: '2026-11-26 17:00' };
const elsewhere = { ...nine, postal: '520201', address: 'Blk 201 Tampines St 21' };

describe('a cleaner is notified', () => {
  it.each([
    ['about a new visit', null, nine, 'new'],
    ['about a visit that is no longer theirs', nine, null, 'released'],
    ['about a new time', nine, two, 'moved'],
    ['about a new address', nine, elsewhere, 'moved'],
    ['not about an unchanged visit', nine, { ...nine }, null],
    ['not about a colleague', nine, { ...nine, crew: ['aminah'] }, null],
    ['not about a visit that was never theirs', null, null, null],
  ])('%s', (_what, told, now, news) => {
    expect(newsForCleaner(told, now)).toBe(news);
  });
});

describe('a customer is notified', () => {
  it.each([
    ['about a booked visit', null, nine, 'booked'],
    ['about a new time', nine, two, 'moved'],
    ['about a new time and crew as one change', nine, { ...two, crew: ['nurul'] }, 'moved'],
    ['about another crew', nine, { ...nine, crew: ['aminah', 'nurul'] }, 'other-crew'],
    ['not about the same crew in another order', nine, { ...nine, crew: ['siti', 'aminah'] }, null],
    ['not about an address', nine, elsewhere, null],
  ])('%s', (_what, told, now, news) => {
    expect(newsForCustomer(told, now)).toBe(news);
  });
});

it.each([
  ['2026-11-26T00:00+08:00', true],
  ['2026-11-26T23:30+08:00', true],
  ['2026-11-27T00:00+08:00', false],
])('a customer is told about a visit at %s by SMS: %s', (start, bySms) => {
  const now = Temporal.Instant.from('2026-11-26T07:30+08:00');
  expect(isToldBySms(Temporal.Instant.from(start), { now, zone: 'Asia/Singapore' })).toBe(bySms);
});
