/** A visit in a calendar, before it is formatted as iCalendar. */
export interface CalendarEvent {
  /** Stable for the lifetime of the visit, and the same in feeds and mails. */
  readonly uid: string;
  /** ISO 8601 with offset. */
  readonly start: string;
  readonly end: string;
  readonly summary: string;
  readonly location: string;
  readonly description: string;
  readonly url: string;
  readonly isCancelled: boolean;
  /** Incremented with each change of the visit. */
  readonly sequence: number;
  readonly changedAt: string;
}
