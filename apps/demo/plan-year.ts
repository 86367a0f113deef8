/** Plans which visits people want, and when they book them: the past half year and the coming weeks. */
import { atMinute } from '#platform/kernel/business-time.ts';
import type { DemoCustomer } from './data/shapes.ts';
import { packageFor, startsFor } from './homes.ts';
import { type Random, randomFor } from './random.ts';

/** A planned booking. */
export interface PlannedBooking {
  readonly bookedAt: Temporal.Instant;
  /** Index in data/customers.ts. */
  readonly customer: number;
  /** The package's label. */
  readonly pack: string;
  readonly start: Temporal.Instant;
  readonly series: { readonly interval: 'weekly' | 'fortnightly'; readonly count: number } | null;
  /** Index in data/cleaners.ts; null leaves it to the system. */
  readonly cleaner: number | null;
  readonly by: 'customer' | 'office';
  /** `held`: not paid yet. `lost`: never paid. `moved`: paid, and moved to another day later. */
  readonly outcome: 'paid' | 'held' | 'lost' | 'moved';
}

export interface Period {
  /** The business day on which the demo is created. */
  readonly today: Temporal.PlainDate;
  readonly zone: string;
  /** First days of Chinese New Year in or around it. */
  readonly newYears: readonly Temporal.PlainDate[];
}

export const WEEKS_BACK = 26;
export const DAYS_AHEAD = 21;
const WEEKLY = 10;
const FORTNIGHTLY = 6;
/** Visits booked at once: within the 60 days that customers may plan. */
const SERIES = { weekly: { count: 7, days: 7 }, fortnightly: { count: 4, days: 14 } } as const;
const SERIES_BOOKED_DAYS_AHEAD = 15;

/**
 * Regulars who requested a cleaner by name, as indexes in the data: otherwise the nearest cleaner would get all visits.
 */
const ASKED_FOR: ReadonlyMap<number, number> = new Map([
  [3, 11],
  [4, 2],
  [5, 5],
  [6, 2],
  [9, 6],
  [12, 5],
  [14, 4],
  [15, 4],
]);

/** All bookings of half a year, in the order of booking. */
export function planYear(people: readonly DemoCustomer[], period: Period): PlannedBooking[] {
  const bookings = [
    ...people.slice(0, WEEKLY + FORTNIGHTLY).flatMap((person, i) => regular(person, i, period)),
    ...oneOffs(people, period),
    ...todaysVisits(people, period),
  ];
  return bookings.sort((a, b) => Temporal.Instant.compare(a.bookedAt, b.bookedAt));
}

/** The same weekday and time, seven or four visits per booking, from the week in which they became regulars. */
function regular(person: DemoCustomer, index: number, period: Period): PlannedBooking[] {
  const random = randomFor(`regular ${index}`);
  const interval = index < WEEKLY ? 'weekly' : 'fortnightly';
  const { count, days } = SERIES[interval];
  const pack = packageFor('regular', person.home.type);
  const minute = random.pick(startsFor(pack));
  // The first customer, whose sign-in is printed, always has a visit the day after tomorrow.
  const weekday = index === 0 ? 2 : random.int(0, 6);
  const joined = index === 0 ? 0 : random.int(0, 7);
  const first = period.today.add({ days: weekday - 7 * (WEEKS_BACK - joined) });
  const last = period.today.add({ days: DAYS_AHEAD });
  const bookings: PlannedBooking[] = [];
  for (let day = first; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: count * days })) {
    const booked = day.subtract({ days: SERIES_BOOKED_DAYS_AHEAD - random.int(0, 2) });
    bookings.push({
      ...usual(period, random, booked),
      cleaner: bookings.length === 0 ? (ASKED_FOR.get(index) ?? null) : null,
      customer: index,
      pack,
      start: atMinute(day, minute, period.zone),
      series: { interval, count },
    });
  }
  return bookings;
}

function oneOffs(people: readonly DemoCustomer[], period: Period): PlannedBooking[] {
  const random = randomFor('one-offs');
  const weeks = Array.from({ length: WEEKS_BACK + DAYS_AHEAD / 7 }, (_, i) => (i - WEEKS_BACK) * 7);
  return weeks.flatMap((offset) => {
    const monday = period.today.add({ days: offset });
    const { oneTime, spring, move } = demandIn(monday, period.newYears);
    const kinds = [
      ...times(random, oneTime, 'one-time' as const),
      ...times(random, spring, 'spring-cleaning' as const),
      ...times(random, move, 'moving-in-out' as const),
    ];
    return kinds.map((kind) => {
      const customer = random.int(0, people.length - 1);
      const pack = packageFor(kind, people[customer]?.home.type ?? '');
      const fromToday = offset + random.int(0, 6);
      const day = period.today.add({ days: fromToday });
      // Booked two days to two weeks ahead; upcoming visits are already booked.
      const daysBefore = Math.max(fromToday, 0) + random.int(2, 12);
      return {
        ...usual(period, random, day.subtract({ days: daysBefore })),
        customer,
        pack,
        start: atMinute(day, random.pick(startsFor(pack)), period.zone),
        by: random.percent(12) ? ('office' as const) : ('customer' as const),
        outcome: outcomeOf(random),
      };
    });
  });
}

/** Fills today's list, and gives the cleaner whose sign-in is printed two homes. */
function todaysVisits(people: readonly DemoCustomer[], period: Period): PlannedBooking[] {
  const random = randomFor('today');
  const wanted = [
    { customer: 20, minute: 9 * 60, cleaner: 0 },
    { customer: 13, minute: 14 * 60, cleaner: 0 },
    ...[23, 24, 26, 28, 34, 37, 38].map((customer, i) => ({
      customer,
      minute: [9, 9.5, 10, 13, 13.5, 14, 14.5][i % 7] ?? 9,
      cleaner: null,
    })),
  ];
  return wanted.map(({ customer, minute, cleaner }) => ({
    ...usual(period, random, period.today.subtract({ days: random.int(3, 8) })),
    customer,
    pack: packageFor('one-time', people[customer]?.home.type ?? ''),
    start: atMinute(period.today, cleaner === null ? minute * 60 : minute, period.zone),
    cleaner,
  }));
}

function usual(period: Period, random: Random, day: Temporal.PlainDate) {
  return {
    bookedAt: atMinute(day, random.int(8 * 60, 21 * 60), period.zone).add({ seconds: random.int(0, 59) }),
    series: null,
    cleaner: null,
    by: 'customer' as const,
    outcome: 'paid' as const,
  };
}

function outcomeOf(random: Random): PlannedBooking['outcome'] {
  if (random.percent(6)) return 'lost';
  return random.percent(7) ? 'moved' : 'paid';
}

/** Average number of visits requested per week. */
interface Demand {
  readonly oneTime: number;
  readonly spring: number;
  readonly move: number;
}

/** Four weeks of spring cleaning before Chinese New Year, and a quiet week during it. Our assumption. */
function demandIn(week: Temporal.PlainDate, newYears: readonly Temporal.PlainDate[]): Demand {
  const daysTo = newYears.map((day) => week.until(day).days);
  if (daysTo.some((days) => days >= 0 && days < 7)) return { oneTime: 0.3, spring: 0, move: 0 };
  if (daysTo.some((days) => days >= 7 && days < 35)) return { oneTime: 2.5, spring: 4, move: 0.3 };
  return { oneTime: 2.6, spring: 0.5, move: 0.5 };
}

function times<T>(random: Random, average: number, thing: T): T[] {
  const whole = Math.floor(average);
  const extra = random.next() < average - whole ? 1 : 0;
  return Array.from({ length: whole + extra }, () => thing);
}
