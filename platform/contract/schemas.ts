import { z } from 'zod';
import { readDay, readInstant } from '../kernel/business-time.ts';
import { readMobile } from '../kernel/mobile.ts';
import { isHalfHourStep, MAX_CENTS } from '../kernel/money.ts';
import { POSTAL_CODE } from '../kernel/postal.ts';
import { hasVisibleLetter, plainEmail, plainNumber, storedText } from '../kernel/typed-text.ts';

/** Effectively all rows: some clients ask for whole lists in one request. */
export const LARGEST_PAGE = 9_999_999;
const DEFAULT_PAGE = 50;

/** In lower case, as ids are stored: PostgreSQL compares uuids case-insensitively, `===` does not. */
export const id = z.uuid({ error: 'This is not a valid id.' }).toLowerCase();
export const idParams = z.strictObject({ id });

/** People type dollars, scripts send cents: the error messages are correct for both. */
export const cents = z
  .int({ error: 'Enter an amount, to the cent.' })
  .min(0, { error: 'Enter no less than 0.' })
  .max(MAX_CENTS, { error: 'Enter at most S$1,000,000.' });
export const hours = z
  .number({ error: 'Enter a number of hours.' })
  .min(0, { error: 'Enter 0 or more hours.' })
  .max(1000, { error: 'Enter at most 1,000 hours.' })
  .refine(isHalfHourStep, { error: 'Hours come in steps of half an hour.' });

/** A whole number, also written as text. No single-element lists, booleans or fractions. */
export const whole = (least: number, most: number, error = `Enter a number from ${least} to ${most}.`) =>
  z
    .union(
      [
        z.int(),
        z
          .string()
          .trim()
          .regex(/^\d{1,9}$/)
          .transform(Number),
      ],
      { error },
    )
    .pipe(z.int().min(least, { error }).max(most, { error }));

/** true, 1, "1", "true" and their opposites. */
export const flag = z
  .union([z.boolean(), z.literal([1, 0, '1', '0', 'true', 'false'])])
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true');

/** Any of these choices; the same one twice counts once. */
export const several = <T extends z.ZodType>(choice: T, most: number) =>
  z
    .array(choice)
    .max(most)
    .transform((chosen) => [...new Set(chosen)]);

/** One line of text, trimmed, without control characters; normalised by `storedText`. */
export const line = (most = 100) =>
  z
    .string()
    .overwrite(storedText)
    .trim()
    .max(most, { error: `Use at most ${most} characters.` })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern refuses control characters
    .regex(/^[^\u0000-\u001f\u007f\u2028\u2029]*$/, { error: 'Use one line without control characters.' });

export const required = (most = 100) => line(most).min(1, { error: 'Fill this in.' });

/** A person's name: it contains at least one visible letter. */
export const requiredName = (most = 100) =>
  required(most).refine((name) => name === '' || hasVisibleLetter(name), {
    error: 'Use at least one letter.',
  });

/** A person's display name; empty if it is first name before last name. */
export const displayName = line(100).refine((name) => name === '' || hasVisibleLetter(name), {
  error: 'Use at least one letter.',
});

/** Several lines of text. */
export const paragraph = (most = 2000) =>
  z
    .string()
    .overwrite(storedText)
    .trim()
    .max(most, { error: `Use at most ${most} characters.` });

export const email = z
  .string()
  .overwrite(plainEmail)
  .max(254)
  .pipe(z.email({ error: 'Use an e-mail address like name@example.com.' }));

/** A Singapore mobile in any common format; normalised to 65XXXXXXXX. */
export const mobile = z.union([z.string().max(60), z.int()]).transform((written, check) => {
  const mobile = readMobile(String(written));
  if (mobile !== null) return mobile;
  check.addIssue({
    code: 'custom',
    message: 'Use a Singapore mobile number: 8 digits starting with 8 or 9.',
  });
  return z.NEVER;
});

export const postal = z
  .string()
  .overwrite(plainNumber)
  .regex(POSTAL_CODE, { error: 'A postal code has six digits.' });

/** Latitude or longitude; null if unknown. */
export const degrees = (most: number) => {
  const error = `Enter a number from -${most} to ${most}.`;
  return z.number({ error }).min(-most, { error }).max(most, { error }).nullable();
};

export const day = z.string().refine((value) => readDay(value) !== null, {
  error: 'Enter the day as YYYY-MM-DD.',
});

/** A day, or a time on it as some clients write the ends of a range: `2026-11-30 23:59:59`. Parsed to the day. */
const statisticsDay = z
  .string()
  .transform((text) => text.replace(/^(\d{4}-\d\d-\d\d)[ T]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, '$1'))
  .pipe(day);

/** The days of statistics, inclusive; defaults to the current month. */
export const statisticsQuery = z.strictObject({
  from_date: statisticsDay.optional(),
  to_date: statisticsDay.optional(),
});

/** An instant: ISO 8601 with offset, or a local form in business time. The text is returned unchanged. */
export const moment = z
  .string()
  .max(40)
  .refine((value) => readInstant(value) !== null, {
    error: 'Enter the time like 2026-11-24T09:00:00+08:00 or 2026-11-24 09:00.',
  });

/** An instant in a reply. */
export const wireMoment = z.string();

export const trashFilter = z.enum(['0', '1', '*']).default('0');

const searchWords = z.string().trim().max(100).optional();

/** The part of a list's query that chooses rows, for routes that sum what a list shows. */
export function filterQuery<F extends z.ZodRawShape>(filters: F) {
  return z.strictObject({ q: searchWords, trash: trashFilter, ...filters });
}

/** The query of every list; `sortable` is the allow-list of `sortby`. */
export function listQuery<const S extends readonly [string, ...string[]], F extends z.ZodRawShape>(
  sortable: S,
  filters: F,
) {
  return z.strictObject({
    from: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
    size: z.coerce.number().int().min(0).max(LARGEST_PAGE).default(DEFAULT_PAGE),
    sortby: z.enum(sortable).optional(),
    order: z.enum(['asc', 'desc']).optional(),
    q: searchWords,
    trash: trashFilter,
    /** The `next` of an earlier page in the same sort order; `from` counts from there. */
    after: z.string().min(1).max(2000).optional(),
    count: z.enum(['0', '1']).default('1'),
    download: z.enum(['0', '1']).default('0'),
    ...filters,
  });
}

/**
 * `{items, next, total, from, size}`: `next` is the cursor after the last item, null at the end of the list; `total` is
 * absent with `count=0`.
 */
export function listReply<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    next: z.string().nullable(),
    total: z.int().optional(),
    from: z.int(),
    size: z.int(),
  });
}
