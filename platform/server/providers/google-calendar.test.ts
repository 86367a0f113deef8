import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { calendarCases, impatientBreaker } from '../../testing/conformance.ts';
import { type FakeGoogle, startFakeGoogle } from '../../testing/fake-google.ts';
import { neverOpens } from '../../testing/never-opens.ts';
import type { CalendarProvider } from './calendar.ts';
import { googleCalendar } from './google-calendar.ts';
import { readServiceAccount } from './service-account.ts';

let google: FakeGoogle;
let calendar: CalendarProvider;
let options: Parameters<typeof googleCalendar>[0];

beforeEach(async () => {
  google = await startFakeGoogle();
  const credentials = readServiceAccount(google.credentials);
  if (credentials === null) throw new Error('The fake has no key file.');
  options = { calendarID: 'office@example.com', credentials, apiUrl: google.url, makeBreaker: neverOpens };
  calendar = googleCalendar(options);
});
afterEach(() => google.close());

const EVENT = {
  id: '01900000-0000-7000-8000-00000000000a',
  title: 'One-time clean: Mei Tan',
  location: 'Blk 145 Lorong 2 Toa Payoh, Singapore 310145',
  startTime: '2026-11-26T09:00:00+08:00',
  endTime: '2026-11-26T12:00:00+08:00',
};
const ID = '0190000000007000800000000000000a';

test('an event has the job’s id, its time and no attendees', async () => {
  await calendar.putEvent(EVENT);
  expect([...google.events.values()]).toEqual([
    {
      id: ID,
      status: 'confirmed',
      summary: EVENT.title,
      location: EVENT.location,
      start: { dateTime: EVENT.startTime },
      end: { dateTime: EVENT.endTime },
    },
  ]);
});

describe('is a calendar that', () => {
  const FAULTS = {
    works: undefined,
    'is down': 503,
    'never answers': 'never-answers',
    'loses its answer': 'loses-the-answer',
  } as const;
  test.each(calendarCases)('$name', ({ run }) =>
    run({
      calendar: googleCalendar({ ...options, timeoutMs: 200, makeBreaker: impatientBreaker }),
      events: () =>
        [...google.events.values()].flatMap(({ status, summary = '', start }) =>
          status === 'confirmed' ? [{ title: summary, startTime: start?.dateTime ?? '' }] : [],
        ),
      become: (mood) => {
        const fault = FAULTS[mood];
        if (fault !== undefined) google.failNext(fault);
      },
    }),
  );
});

describe('a temporary refusal by Google is thrown once, for the outbox to retry', () => {
  test.each([429, 403, 500, 503, 'never-answers'] as const)('%s', async (fault) => {
    google.failNext(fault);
    const impatient = fault === 'never-answers' ? googleCalendar({ ...options, timeoutMs: 300 }) : calendar;
    await expect(impatient.putEvent(EVENT)).rejects.toThrow(/^Google Calendar refused the request/);
    expect(google.asked).toHaveLength(1);
    await calendar.putEvent(EVENT);
    expect(google.events.size).toBe(1);
  });

  test('the error contains neither the customer’s name nor the token', async () => {
    google.failNext(500);
    const error = await calendar.putEvent(EVENT).catch((thrown: unknown) => thrown);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/Mei|ya29|PRIVATE KEY/);
  });
});

test.each(['', '{}', '{"client_email":"a@example.com"}', 'no json'])('%s is not a key file', (json) => {
  expect(readServiceAccount(json)).toBeNull();
});
