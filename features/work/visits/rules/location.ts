/**
 * This far from the home's point a phone counts as there: a block of flats is up to 100 m long, and its point is one of
 * its lifts. Metres.
 */
export const AT_HOME_METRES = 150;
/** A phone that is less sure of itself than this tells nothing: such a place comes from a mast. Metres. */
export const USELESS_ACCURACY_METRES = 1000;
const EARTH_RADIUS_METRES = 6_371_000;

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

export interface PhonePlace extends Point {
  /** Metres; null where the phone did not say. */
  readonly accuracy: number | null;
}

/** Where a phone was: `none` told, `unplaced` where we know the home's district only. */
export type LocationVerdict = 'inside' | 'outside' | 'unplaced' | 'none';

export interface Located {
  readonly location: LocationVerdict;
  /** Metres from the home; null where one of the two is not known. */
  readonly metres: number | null;
}

/**
 * Judges in favour of the cleaner: what the phone is unsure of counts for them. It is written down and shown, and keeps
 * nobody out.
 */
export function locate(phone: PhonePlace | null, home: Point | null): Located {
  if (phone === null || (phone.accuracy ?? 0) > USELESS_ACCURACY_METRES)
    return { location: 'none', metres: null };
  if (home === null) return { location: 'unplaced', metres: null };
  const metres = Math.round(distanceMetres(phone, home));
  const isInside = metres <= AT_HOME_METRES + (phone.accuracy ?? 0);
  return { location: isInside ? 'inside' : 'outside', metres };
}

/** Along the surface of the earth, by the haversine formula. */
export function distanceMetres(one: Point, other: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [from, to] = [radians(one.latitude), radians(other.latitude)];
  const north = Math.sin((to - from) / 2) ** 2;
  const east = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(north + Math.cos(from) * Math.cos(to) * east));
}
