/**
 * Maximum distance in metres at which a phone counts as at home: a block of flats is up to 100 m long, and its
 * coordinates are at one of its lifts.
 */
export const AT_HOME_METRES = 150;
/** Positions with a worse accuracy than this, in metres, are ignored: they come from a cell tower. */
export const USELESS_ACCURACY_METRES = 1000;
const EARTH_RADIUS_METRES = 6_371_000;

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

export interface PhonePlace extends Point {
  /** Metres; null if the phone did not report it. */
  readonly accuracy: number | null;
}

/** `none`: no position sent; `unplaced`: only the home's district is known. */
export type LocationVerdict = 'inside' | 'outside' | 'unplaced' | 'none';

export interface Located {
  readonly location: LocationVerdict;
  /** Metres from the home; null if either position is unknown. */
  readonly metres: number | null;
}

/**
 * Decides in favour of the cleaner: the accuracy radius is subtracted from the distance. The result is recorded and
 * shown, and never blocks clocking in.
 */
export function locate(phone: PhonePlace | null, home: Point | null): Located {
  if (phone === null || (phone.accuracy ?? 0) > USELESS_ACCURACY_METRES)
    return { location: 'none', metres: null };
  if (home === null) return { location: 'unplaced', metres: null };
  const metres = Math.round(distanceMetres(phone, home));
  const isInside = metres <= AT_HOME_METRES + (phone.accuracy ?? 0);
  return { location: isInside ? 'inside' : 'outside', metres };
}

/** Great-circle distance by the haversine formula. */
export function distanceMetres(one: Point, other: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [from, to] = [radians(one.latitude), radians(other.latitude)];
  const north = Math.sin((to - from) / 2) ** 2;
  const east = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(north + Math.cos(from) * Math.cos(to) * east));
}
