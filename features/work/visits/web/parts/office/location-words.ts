import type { ClockStamp } from '../../../contract/visit-day.ts';

/** The position of a phone, as text for the office. */
export function locationWords({ location, metres }: Pick<ClockStamp, 'location' | 'metres'>): string {
  if (location === 'inside') return 'at the home';
  if (location === 'unplaced') return 'location recorded, but we do not know where this home is';
  if (location !== 'outside') return 'no location recorded';
  const distance = metres ?? 0;
  return distance < 1000 ? `${distance} m from the home` : `${(distance / 1000).toFixed(1)} km from the home`;
}
