import { goesAhead } from '#features/work/jobs/rules/status.ts';

/** Ten before and ten after cover every room of a large flat. */
export const MAX_PHOTOS = 20;
/** Days after the visit's end in which photos may still be sent, for a phone that was broken or offline. */
export const SENT_WITHIN_DAYS = 7;
/** Retention in days. Later nobody asks what a home looked like; the PDPA requires deletion when data is no longer needed. */
export const RETENTION_DAYS = 90;

export interface PhotoVisit {
  readonly status: string;
  /** Midnight at which the visit's business day begins. */
  readonly dayStart: Temporal.Instant;
  readonly end: Temporal.Instant;
  /** The number of current photos. */
  readonly photos: number;
}

export type NotAddable = 'not_paid' | 'too_early_to_start' | 'too_late_for_photos' | 'too_many_photos';

/** Why a photo taken at a given time cannot be added now. */
export function whyNotAddable(
  visit: PhotoVisit,
  takenAt: Temporal.Instant,
  now: Temporal.Instant,
): NotAddable | null {
  if (!goesAhead(visit.status)) return 'not_paid';
  if (Temporal.Instant.compare(takenAt, visit.dayStart) < 0) return 'too_early_to_start';
  const closes = visit.end.add({ hours: SENT_WITHIN_DAYS * 24 });
  if (Temporal.Instant.compare(closes, now) < 0) return 'too_late_for_photos';
  return visit.photos >= MAX_PHOTOS ? 'too_many_photos' : null;
}

/** The cleaner who took a photo may remove it on the same business day; the office at any time. */
export function isRemovable(
  photo: { readonly takenOn: Temporal.PlainDate },
  today: Temporal.PlainDate,
  isOffice: boolean,
): boolean {
  return isOffice || photo.takenOn.equals(today);
}
