import { DAY_WEIGHTS, type PlanCleaner, type PlanVisit, type Problem } from '../problem.ts';
import { randomFrom } from '../random.ts';
import { travelBetween } from './random-day.ts';

interface Size {
  readonly visits: number;
  readonly cleaners: number;
  readonly seed: number;
}

/** One visit in seven is for a crew of 2 to 5. */
const CREW_SIZES = [...Array.from({ length: 25 }, () => 1), 2, 2, 3, 5];
const MAX_TRIES = 1000;
/** A cleaner who does not belong to the hidden crew suits a visit this often. */
const SUITED = 0.5;

/**
 * A day on which every visit can be served, because it is made from a plan that nobody sees: visits are placed one after
 * the other where a crew can reach them in time. Times are fixed, as for booked visits.
 */
export function plantedDay({ visits, cleaners, seed }: Size): Problem {
  const random = randomFrom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const points = Array.from({ length: visits + cleaners }, () => ({ x: random() * 24, y: random() * 12 }));
  const travel = travelBetween(points);
  const routes = Array.from({ length: cleaners }, (): { start: number; end: number; place: number }[] => []);
  const isFree = (c: number, place: number, start: number, end: number) =>
    (routes[c] ?? []).every((stop) => {
      const keep = travel.keep[stop.place * travel.places + place] ?? 0;
      return stop.end + keep <= start || end + keep <= stop.start;
    });
  /** Those first who come from the nearest visit, or else from home. */
  const nearestOf = (free: readonly number[], place: number) => {
    const distance = (c: number) => {
      const from = [visits + c, ...(routes[c] ?? []).map((stop) => stop.place)].at(-1) ?? 0;
      return travel.ride[from * travel.places + place] ?? 0;
    };
    return free.toSorted((a, b) => distance(a) - distance(b));
  };
  const planted: PlanVisit[] = [];
  const everyone = routes.map((_, c) => c);
  let tries = 0;
  while (planted.length < visits) {
    const place = planted.length;
    tries += 1;
    if (tries > MAX_TRIES) throw new Error(`Only ${planted.length} visits fit into one day`);
    const minutes = 120 + 30 * below(4);
    const size = CREW_SIZES[below(CREW_SIZES.length)] ?? 1;
    const starts = Array.from({ length: (1200 - 480 - minutes) / 30 + 1 }, (_, i) => 480 + 30 * i);
    const freeAt = (start: number) => everyone.filter((c) => isFree(c, place, start, start + minutes));
    const possible = starts.filter((one) => freeAt(one).length >= size);
    // Early ones, so that the day is well used.
    const start = possible[below(Math.min(4, possible.length))];
    if (start === undefined) continue;
    const crew = nearestOf(freeAt(start), place).slice(0, size);
    for (const c of crew) routes[c]?.push({ start, end: start + minutes, place });
    const suited = everyone.filter((c) => crew.includes(c) || random() < SUITED);
    planted.push({
      id: `visit ${place}`,
      place,
      earliest: start,
      latest: start,
      maxLateMinutes: 0,
      positions: crew.map(() => ({ minutes, suited })),
    });
  }
  return {
    visits: planted,
    cleaners: routes.map(
      (_, c): PlanCleaner => ({
        id: `cleaner ${c}`,
        home: visits + c,
        setsOutAt: null,
        atWork: [[480, 1200]],
        maxMinutes: 720,
      }),
    ),
    travel,
    weights: DAY_WEIGHTS,
  };
}
