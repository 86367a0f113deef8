/** The kind of use for uploads that show the inside of someone's home. */
export const VISIT_PHOTO = 'visit-photo';

/** Private pictures are only served at signed URLs. All others are public. */
export function isPrivate(usedByKind: string | null): boolean {
  return usedByKind === VISIT_PHOTO;
}

/**
 * When a URL signed now expires: at the end of the next business hour or day. URLs signed within the same hour or day
 * are identical, so that browsers can cache the picture.
 */
export function addressExpiry(now: Temporal.Instant, period: 'hour' | 'day', zone: string): Temporal.Instant {
  return now
    .toZonedDateTimeISO(zone)
    .round({ smallestUnit: period, roundingMode: 'floor' })
    .add(period === 'hour' ? { hours: 2 } : { days: 2 })
    .toInstant();
}
