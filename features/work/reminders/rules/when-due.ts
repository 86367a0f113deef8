/** The note of the day before is sent this long before the visit. */
export const REMINDER_AHEAD = Temporal.Duration.from({ hours: 24 });
/**
 * The reminder about free changes leaves at least this long before they end: enough to read it, also if it waits for the
 * end of quiet hours (11 hours).
 */
const CHANGE_HOURS = 12;
/** The longest that a reminder can be sent ahead: both settings at most 168 hours. */
export const LONGEST_CHANGE_AHEAD = Temporal.Duration.from({ hours: 168 + CHANGE_HOURS });
/** A reminder is sent this long before the end of a customer's own hold, which lasts 15 minutes. */
export const HOLD_AHEAD = Temporal.Duration.from({ minutes: 5 });
/** The same for an office hold, which lasts for hours: enough time to find a card or to call. */
export const OFFICE_HOLD_AHEAD = Temporal.Duration.from({ hours: 3 });
/** A hold longer than this was made by the office. Customers' holds last at most 45 minutes. */
export const LONGEST_OWN_HOLD = Temporal.Duration.from({ hours: 1 });

/** A visit at the time when its reminder is due. */
export interface DueVisit {
  readonly takesPlace: boolean;
  readonly hasBegun: boolean;
  readonly startsAt: Temporal.Instant;
  readonly agreedAt: Temporal.Instant;
}

/**
 * Whether to send the reminder now. Not to customers who booked within the last day, as they have just read the time.
 */
export function isReminded(
  { takesPlace, hasBegun, startsAt, agreedAt }: DueVisit,
  now: Temporal.Instant,
): boolean {
  const dueAt = startsAt.subtract(REMINDER_AHEAD);
  const isDue = isUpTo(dueAt, now) && isUpTo(now, startsAt);
  return takesPlace && !hasBegun && isDue && isUpTo(agreedAt, dueAt);
}

/** Hours before a visit at which its customer is reminded that changes are still free. */
export function changeReminderHours(setting: number, freeHours: number): number {
  return Math.max(setting, freeHours + CHANGE_HOURS);
}

/** Whether to send the reminder about free changes now: never once they have ended. */
export function isRemindedOfChanges(
  { takesPlace, hasBegun, startsAt, agreedAt }: DueVisit,
  { reminderHours, freeHours }: { readonly reminderHours: number; readonly freeHours: number },
  now: Temporal.Instant,
): boolean {
  const dueAt = startsAt.subtract({ hours: changeReminderHours(reminderHours, freeHours) });
  const freeUntil = startsAt.subtract({ hours: freeHours });
  const isDue = isUpTo(dueAt, now) && Temporal.Instant.compare(now, freeUntil) < 0;
  return takesPlace && !hasBegun && isDue && isUpTo(agreedAt, dueAt);
}

function isUpTo(a: Temporal.Instant, b: Temporal.Instant): boolean {
  return Temporal.Instant.compare(a, b) <= 0;
}
