import { describe, expect, test } from 'vitest';
import { crewText } from './crew-texts.ts';
import { type Booking, bookedMail, movedMail } from './customer-mails.ts';

const at = (text: string) => Temporal.Instant.from(text);
const visit = {
  start: at('2026-11-28T09:00:00+08:00'),
  end: at('2026-11-28T12:00:00+08:00'),
  zone: 'Asia/Singapore',
  label: 'One-time clean',
  crew: ['Aminah', 'Siti'],
};
const next = {
  ...visit,
  start: visit.start.add({ hours: 168 }),
  end: visit.end.add({ hours: 168 }),
  crew: [],
};
const booking: Booking = {
  firstname: 'Mei',
  visits: [visit],
  address: 'Blk 145 Lor 2 Toa Payoh, #08-112, Singapore 310145',
  paid: 9000,
  freeHours: 24,
  lateFeePercent: 50,
};

describe('what the customer reads', () => {
  test('one visit', () => {
    expect(bookedMail(booking)).toEqual({
      subject: 'Booked: Sat 28 Nov, 9:00 am to 12:00 pm',
      body: `Hello Mei,

Your clean is booked.

Sat 28 Nov, 9:00 am to 12:00 pm: One-time clean, with Aminah and Siti
At Blk 145 Lor 2 Toa Payoh, #08-112, Singapore 310145
Paid: S$90.00

You can move or cancel free of charge up to 24 hours before the visit. If you cancel later than that, we keep half the price.

See you then.`,
    });
  });

  test('a series: every date in one mail', () => {
    const { subject, body } = bookedMail({ ...booking, visits: [visit, next], paid: 18_000 });
    expect(subject).toBe('Booked: 2 cleans from Sat 28 Nov');
    expect(body).toContain('Your 2 cleans are booked.');
    expect(body).toContain('\nSat 5 Dec, 9:00 am to 12:00 pm: One-time clean\n');
    expect(body).toContain('24 hours before each visit.');
    expect(body).toContain('See you on Sat 28 Nov.');
  });

  test.each([
    ['another share', { lateFeePercent: 30 }, 'we keep 30% of the price.'],
    ['all of it', { lateFeePercent: 100 }, 'we keep the whole price.'],
    ['an hour', { freeHours: 1 }, 'up to 1 hour before the visit.'],
    ['until it starts', { freeHours: 0 }, 'free of charge until the visit starts.'],
    ['no fee', { lateFeePercent: 0 }, 'You can cancel free of charge at any time before the visit.'],
    ['nothing paid', { paid: 0 }, 'Nothing to pay.'],
  ])('%s', (_why, more, expected) => {
    expect(bookedMail({ ...booking, ...more }).body).toContain(expected);
  });

  test('a visit that moved', () => {
    expect(movedMail({ firstname: 'Mei', visit })).toEqual({
      subject: 'Moved: Sat 28 Nov, 9:00 am to 12:00 pm',
      body: 'Hello Mei,\n\nYour clean has moved. The new time is Sat 28 Nov, 9:00 am to 12:00 pm, with Aminah and Siti.',
    });
  });

  test('times are those of the business', () => {
    expect(movedMail({ firstname: 'Mei', visit: { ...visit, zone: 'Europe/London' } }).subject).toBe(
      'Moved: Sat 28 Nov, 1:00 am to 4:00 am',
    );
  });
});

describe('what a cleaner reads', () => {
  const told = { ...visit, postal: '310145' };
  test.each([
    ['new', 'New visit: Sat 28 Nov, 9:00 am to 12:00 pm, Singapore 310145. See Kemas for details.'],
    [
      'moved',
      'Your visit has moved. New time: Sat 28 Nov, 9:00 am to 12:00 pm, Singapore 310145. See Kemas for details.',
    ],
    [
      'released',
      "You're no longer on this visit: Sat 28 Nov, 9:00 am to 12:00 pm, Singapore 310145. No need to come.",
    ],
  ] as const)('%s: one part, in plain letters', (news, expected) => {
    const text = crewText(news, told);
    expect(text).toBe(expected);
    expect(text).toMatch(/^[ -~]{1,160}$/);
  });
});
