const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `2026-12-25` in Singapore's format: `25/12/2026`. Text that is not a day stays as it is. */
export function showDay(wire: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(wire) ?? [];
  return day === undefined ? wire : `${day}/${month}/${year}`;
}

/**
 * Parses a day, day first: `25/12/2026`, `25.12.26`, `25 Dec 2026`, `2026-12-25`, `2026年12月25日`; without a year the
 * next such day from `today`. Returns `2026-12-25`; null if it is not a day.
 */
export function readDayText(text: string, today: string): string | null {
  const written = text.trim().toLowerCase();
  const year = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(written);
  if (year) return dayOf(year[1], year[2], year[3]);
  const [, day, month = '', said] =
    /^(\d{1,2})[-/. ]+(\d{1,2}|[a-z]{3,9})(?:[-/., ]+(\d{4}|\d{2}))?$/.exec(written) ?? [];
  if (day === undefined) return null;
  const number = /^\d/.test(month) ? month : String(MONTHS.indexOf(month.slice(0, 3)) + 1);
  if (said !== undefined) return dayOf(said.length === 2 ? `20${said}` : said, number, day);
  const thisYear = today.slice(0, 4);
  const next = dayOf(thisYear, number, day);
  return next !== null && next < today ? dayOf(String(Number(thisYear) + 1), number, day) : next;
}

/** The day of these numbers, if it exists: no 31 February. */
function dayOf(year = '', month = '', day = ''): string | null {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const wire = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(wire) ? wire : null;
}
