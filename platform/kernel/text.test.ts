import { expect, it } from 'vitest';
import { dayText, hoursText } from './text.ts';

it.each([
  [0.5, '0.5 hours'],
  [1, '1 hour'],
  [12, '12 hours'],
])('writes %s hours as %s', (hours, text) => {
  expect(hoursText(hours)).toBe(text);
});

it('writes a day with the name of its month', () => {
  expect(dayText(Temporal.PlainDate.from('2026-12-05'))).toBe('5 Dec 2026');
});
