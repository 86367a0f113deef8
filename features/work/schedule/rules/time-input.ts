import { DEFAULT_BUSINESS_TZ, readInstant } from '#platform/kernel/business-time.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const EPOCH_MS = /^\d{12,14}$/;
const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d\d)$/;
const SPOKEN = /^(\d{1,2}) ([a-z]{3})[a-z]* (\d{4}) (\d{1,2}):(\d\d) ?([ap])m$/;

/**
 * Parses a time of an unavailable date: `YYYY-MM-DD HH:mm[:ss]`, ISO 8601, `DD/MM/YYYY HH:mm`, `D MMM YYYY h:mm a` in
 * business time, or milliseconds since 1970. Null for anything else.
 */
export function parseTimeInput(
  written: string | number,
  zone = DEFAULT_BUSINESS_TZ,
): Temporal.Instant | null {
  const text = String(written).trim().replace(/\s+/g, ' ').toLowerCase();
  if (EPOCH_MS.test(text)) return Temporal.Instant.fromEpochMilliseconds(Number(text));
  return readSlashed(text, zone) ?? readSpoken(text, zone) ?? readInstant(text.toUpperCase(), zone);
}

function readSlashed(text: string, zone: string): Temporal.Instant | null {
  const found = SLASHED.exec(text)?.slice(1);
  if (found === undefined) return null;
  const [day = '', month = '', year = '', hour = '', minute = ''] = found;
  return readInstant(`${year}-${two(month)}-${two(day)} ${two(hour)}:${minute}`, zone);
}

function readSpoken(text: string, zone: string): Temporal.Instant | null {
  const found = SPOKEN.exec(text)?.slice(1);
  if (found === undefined) return null;
  const [day = '', name = '', year = '', hour = '', minute = '', half] = found;
  const month = MONTHS.indexOf(name) + 1;
  if (month === 0 || Number(hour) < 1 || Number(hour) > 12) return null;
  const hour24 = (Number(hour) % 12) + (half === 'p' ? 12 : 0);
  return readInstant(`${year}-${two(month)}-${two(day)} ${two(hour24)}:${minute}`, zone);
}

function two(number: string | number): string {
  return String(number).padStart(2, '0');
}

/** Formats PostgreSQL's `2026-11-24 09:00:00+08` as `2026-11-24 09:00:00`, the wire format of unavailable dates. */
export function formatTimeInput(databaseText: string): string {
  return databaseText.slice(0, 19);
}
