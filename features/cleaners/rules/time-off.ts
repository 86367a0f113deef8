/** Half-open, in milliseconds since 1970. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Longer than this, somebody meant to put the cleaner into the trash. */
export const LONGEST_TIME_OFF_DAYS = 366;

/** Why this cannot be time off, as a sentence for the field; null when it can. */
export function whyNoTimeOff(span: Span): string | null {
  if (span.end <= span.start) return 'The end must be after the start.';
  if (span.end - span.start > LONGEST_TIME_OFF_DAYS * DAY_MS)
    return 'Keep it to a year; add another for more.';
  return null;
}

/**
 * What time off takes from a diary: what nobody else has taken yet, cut at business midnights so that no
 * piece is longer than a day.
 *
 * @param taken what the diary holds already, in any order.
 * @param dayStart the business midnight at or before a moment.
 */
export function piecesOf(
  span: Span,
  taken: readonly Span[],
  dayStart: (moment: number) => number,
): readonly Span[] {
  const days: Span[] = [];
  for (let start = span.start; start < span.end; ) {
    const midnight = dayStart(start) + DAY_MS;
    const end = Math.min(span.end, midnight > start ? midnight : start + DAY_MS); // a day of 25 h, where there is one
    days.push({ start, end });
    start = end;
  }
  return days.flatMap((day) => without(day, taken));
}

function without(span: Span, taken: readonly Span[]): readonly Span[] {
  const free: Span[] = [];
  let from = span.start;
  for (const other of [...taken].sort((a, b) => a.start - b.start)) {
    if (other.end <= from || other.start >= span.end) continue;
    if (other.start > from) free.push({ start: from, end: other.start });
    from = Math.max(from, other.end);
  }
  if (from < span.end) free.push({ start: from, end: span.end });
  return free;
}
