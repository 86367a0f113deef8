/** The company's calendar. Both methods are idempotent, so a retry changes nothing. */
export interface CalendarProvider {
  /** A real request that changes nothing. Throws why it failed; absent for a fake. */
  check?(): Promise<void>;
  putEvent(event: CalendarEvent): Promise<void>;
  deleteEvent(id: string): Promise<void>;
}

export interface CalendarEvent {
  /** The job's id. */
  readonly id: string;
  readonly title: string;
  readonly location: string;
  /** ISO 8601 with offset. */
  readonly startTime: string;
  readonly endTime: string;
}
