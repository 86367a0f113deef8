import type { ClockStamp } from '../../../contract/visit-day.ts';

/** Where a phone was, for the office: what is known and no more. */
export function locationWords({ location, metres }: Pick<ClockStamp, 'location' | 'metres'>): string {
  if (location === 'inside') return 'at the home';
  if (location === 'unplaced') return 'place noted; we do not know this home’s position';
  if (location !== 'outside') return 'no place recorded';
  const distance = metres ?? 0;
  return distance < 1000 ? `${distance} m from the home` : `${(distance / 1000).toFixed(1)} km from the home`;
}
