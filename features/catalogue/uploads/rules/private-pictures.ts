/** What an upload is used by when it shows the inside of somebody's home. */
export const VISIT_PHOTO = 'visit-photo';

/** Private pictures are served at signed addresses only. All others are public. */
export function isPrivate(usedByKind: string | null): boolean {
  return usedByKind === VISIT_PHOTO;
}

/**
 * When an address signed now expires: at the end of the next business hour or day. All addresses signed within the same
 * hour or day are equal, so that browsers can cache the picture.
 */
export function addressExpiry(now: Temporal.Instant, period: 'hour' | 'day', zone: string): Temporal.Instant {
  return now
    .toZonedDateTimeISO(zone)
    .round({ smallestUnit: period, roundingMode: 'floor' })
    .add(period === 'hour' ? { hours: 2 } : { days: 2 })
    .toInstant();
}
