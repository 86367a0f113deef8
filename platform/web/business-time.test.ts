// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

/** Loads the modules as on a page whose server uses this zone; null if the page has none. */
async function pageIn(zone: string | null) {
  vi.resetModules();
  document.head.innerHTML = zone === null ? '' : `<meta name="business-zone" content="${zone}">`;
  const [time, format] = await Promise.all([import('./business-time.ts'), import('./format.ts')]);
  return { ...time, format };
}

afterEach(() => {
  document.head.innerHTML = '';
});

test.each([
  ['Asia/Singapore', '2026-11-24T01:30:00.000Z'],
  ['Asia/Tokyo', '2026-11-24T00:30:00.000Z'],
  ['Europe/Berlin', '2026-11-24T08:30:00.000Z'],
  ['America/New_York', '2026-11-24T14:30:00.000Z'],
  ['Asia/Kathmandu', '2026-11-24T03:45:00.000Z'],
])('half past nine in %s', async (zone, instant) => {
  const { instantOf, businessZone } = await pageIn(zone);
  expect(businessZone).toBe(zone);
  expect(instantOf('2026-11-24 09:30:00').toISOString()).toBe(instant);
  expect(instantOf('2026-11-24T09:30').toISOString()).toBe(instant);
});

test('uses Singapore when the page has no zone or an empty one', async () => {
  expect((await pageIn(null)).businessZone).toBe('Asia/Singapore');
  expect((await pageIn('__BUSINESS_ZONE__')).businessZone).toBe('Asia/Singapore');
});

test('formats a day and its times in the zone', async () => {
  const late = '2026-11-24T16:30:00Z';
  const singapore = await pageIn('Asia/Singapore');
  expect(singapore.businessDay(new Date(late))).toBe('2026-11-25');
  expect(singapore.format.time(late, 'en')).toBe('12:30 am');
  const london = await pageIn('Europe/London');
  expect(london.businessDay(new Date(late))).toBe('2026-11-24');
  expect(london.format.time(late, 'en')).toBe('4:30 pm');
  expect(london.format.date('2026-11-24', 'en')).toBe('Tue 24 Nov');
  const newYork = await pageIn('America/New_York');
  expect(newYork.format.date('2026-11-24', 'en')).toBe('Tue 24 Nov');
  expect(newYork.format.timeRange('2026-11-24T09:00:00-05:00', '2026-11-24T13:00:00-05:00', 'en')).toBe(
    '9:00 am to 1:00 pm',
  );
});

test('the day changes at midnight of the business, and API times carry its offset', async () => {
  const { businessDay, dayOfWire, hourOfWire } = await pageIn('Asia/Singapore');
  expect(businessDay(new Date('2026-11-23T15:59:59Z'))).toBe('2026-11-23');
  expect(businessDay(new Date('2026-11-23T16:00:00Z'))).toBe('2026-11-24');
  expect(dayOfWire('2026-11-24T00:30:00+08:00')).toBe('2026-11-24');
  expect(hourOfWire('2026-11-24T09:30:00+08:00')).toBe(9.5);
});

test('handles times on both sides of a daylight saving change', async () => {
  const { instantOf } = await pageIn('Europe/Berlin');
  expect(instantOf('2026-10-25 01:30').toISOString()).toBe('2026-10-24T23:30:00.000Z');
  expect(instantOf('2026-10-25 03:30').toISOString()).toBe('2026-10-25T02:30:00.000Z');
});

test('counts days without a zone', async () => {
  const { addDays, mondayOf, weekdayOf } = await pageIn('Pacific/Auckland');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-11-30', 1)).toBe('2026-12-01');
  expect(mondayOf('2026-11-22')).toBe('2026-11-16');
  expect(mondayOf('2026-11-23')).toBe('2026-11-23');
  expect(weekdayOf('2026-11-22')).toBe(0);
});
