import { SETTINGS } from '#features/catalogue/settings/rules/settings.ts';

/** Coordinates in degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** How long cleaners travel between two homes, by postal code. */
export interface Travel {
  /** Minutes kept free between any two homes at different postal codes; the database enforces them too. */
  readonly minimumMinutes: number;
  /** The minutes to keep free between two homes: 0 at the same postal code, otherwise at least `minimumMinutes`. */
  minutesBetween(a: string | undefined, b: string): number;
}

/** The longest ride that is planned for, in minutes. Schedules are read this far around a day. */
export const LONGEST_RIDE_MINUTES = SETTINGS.travelBufferMinutes.most;

/** Travel that never depends on the distance. */
export function fixedTravel(minimumMinutes: number): Travel {
  return { minimumMinutes, minutesBetween: (a, b) => (a === b ? 0 : minimumMinutes) };
}

/**
 * Travel by distance, in steps of five minutes. `pointOf` returns the position of a postal code or the centre of its area;
 * where neither is known, the minimum applies. `factor` corrects the estimate by observed rides.
 */
export function travelByDistance(
  minimumMinutes: number,
  pointOf: (postal: string) => Point | null,
  factor = 1,
): Travel {
  return {
    minimumMinutes,
    minutesBetween(a, b) {
      if (a === b) return 0;
      const [from, to] = [a === undefined ? null : pointOf(a), pointOf(b)];
      if (from === null || to === null) return minimumMinutes;
      return within(inSteps(factor * rideMinutes(distanceKm(from, to))), minimumMinutes);
    },
  };
}

/**
 * Door to door by bus, train and on foot, for a straight-line distance in km. Fitted to 14,400 pairs of bus stops in
 * Singapore, calculated with its bus and train routes: mean error 9 minutes.
 */
export function rideMinutes(km: number): number {
  return 0.9 + km + 16.3 * Math.sqrt(km);
}

function within(minutes: number, least: number): number {
  return Math.min(LONGEST_RIDE_MINUTES, Math.max(least, minutes));
}

const STEP_MINUTES = 5;

function inSteps(minutes: number): number {
  return Math.ceil(minutes / STEP_MINUTES) * STEP_MINUTES;
}

const KM_PER_DEGREE = 111.3;

/** Straight-line distance in km. At Singapore's latitude, degrees of latitude and longitude are equally long. */
export function distanceKm(a: Point, b: Point): number {
  return Math.hypot(a.latitude - b.latitude, a.longitude - b.longitude) * KM_PER_DEGREE;
}
