import { DAY_WEIGHTS, type PlanCleaner, type PlanVisit, type Problem, type Weights } from '../problem.ts';
import { type Random, randomFrom } from '../random.ts';

/** A generated cleaning day in a city of 30 by 20 km. */
export interface DaySize {
  readonly visits: number;
  readonly cleaners: number;
  readonly seed: number;
  /** The part of the visits that may start up to an hour later than booked. */
  readonly flexible?: number;
  readonly weights?: Weights;
}

const CREW_SIZES = [1, 1, 1, 1, 1, 2, 2, 3, 4, 5];
const HALF_HOUR = 30;

/** Visits of 2 to 5 hours on the half hour from 8 am, for crews of 1 to 5; about half the cleaners suit a visit. */
export function randomDay({ visits, cleaners, seed, flexible = 0, weights = DAY_WEIGHTS }: DaySize): Problem {
  const random = randomFrom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const places = visits + cleaners;
  const points = Array.from({ length: places }, () => ({ x: random() * 30, y: random() * 20 }));
  return {
    visits: Array.from({ length: visits }, (_, v): PlanVisit => {
      const minutes = (4 + below(7)) * HALF_HOUR;
      const earliest = 480 + HALF_HOUR * below((1200 - 480 - minutes) / HALF_HOUR + 1);
      const suited = someOf(cleaners, random);
      const size = Math.min(CREW_SIZES[below(CREW_SIZES.length)] ?? 1, cleaners);
      return {
        id: `visit ${v}`,
        place: v,
        earliest,
        latest: earliest + (random() < flexible ? 60 : 0),
        maxLateMinutes: random() < flexible ? 30 : 0,
        positions: Array.from({ length: size }, () => ({ minutes, suited })),
        preference: Array.from({ length: cleaners }, () => (random() < 0.1 ? 0 : 25)),
      };
    }),
    cleaners: Array.from({ length: cleaners }, (_, c) => cleanerAt(visits + c, random)),
    travel: travelBetween(points),
    weights,
  };
}

/** From 7 or 8 am, some with a break, some with an afternoon off. */
function cleanerAt(home: number, random: Random): PlanCleaner {
  const kind = random();
  const breaks = [
    [480, 780],
    [840, 1200],
  ] as const;
  const whole = [[kind < 0.6 ? 420 : 480, kind < 0.9 ? 1260 : 900]] as const;
  const atWork = kind < 0.2 ? breaks : whole;
  return { id: `cleaner ${home}`, home, setsOutAt: null, atWork, maxMinutes: 720 };
}

function someOf(cleaners: number, random: Random): number[] {
  return Array.from({ length: cleaners }, (_, c) => c).filter(() => random() < 0.5);
}

interface PointKm {
  readonly x: number;
  readonly y: number;
}

/** By the formula for Singapore, at least 45 minutes between visits. */
export function travelBetween(points: readonly PointKm[]): Problem['travel'] {
  const ride = points.flatMap((a) =>
    points.map((b) => {
      const km = Math.hypot(a.x - b.x, a.y - b.y);
      return km === 0 ? 0 : 0.9 + km + 16.3 * Math.sqrt(km);
    }),
  );
  const keep = ride.map((minutes) => (minutes === 0 ? 0 : Math.max(45, Math.ceil(minutes / 5) * 5)));
  return { places: points.length, keep, ride };
}
