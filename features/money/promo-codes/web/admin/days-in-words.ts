interface Days {
  /** `YYYY-MM-DD`, both inclusive; null for no bound. */
  readonly startDate: string | null;
  readonly endDate: string | null;
}

/** The days on which a code can be used: `23 Nov to 31 Dec 2026`, `From 1 Jan 2027`, `Any day`. */
export function daysInWords({ startDate, endDate }: Days): string {
  if (startDate === null) return endDate === null ? 'Any day' : `Until ${shown(endDate)}`;
  if (endDate === null) return `From ${shown(startDate)}`;
  if (startDate === endDate) return shown(startDate);
  const sameYear = startDate.slice(0, 4) === endDate.slice(0, 4);
  return `${sameYear ? shown(startDate).slice(0, -5) : shown(startDate)} to ${shown(endDate)}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function shown(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}
