import type { Limit } from './codes.ts';

const minutes = (count: number) => Temporal.Duration.from({ minutes: count });

/** Wrong passwords for one name from one address, or in a known browser; a pause applies only there. */
export const PASSWORD_LIMITS = {
  name: {
    most: 10,
    per: Temporal.Duration.from({ minutes: 15 }),
    coolOff: Temporal.Duration.from({ minutes: 15 }),
  },
  /** Over all names from one address: stops password spraying. */
  address: { most: 30, per: Temporal.Duration.from({ minutes: 15 }) },
  /** For one name, over all addresses: further tries are slowed down; see SLOW_TRIES. */
  nameEverywhere: { most: 20, per: Temporal.Duration.from({ hours: 1 }) },
  /** The warning e-mail to the admin. */
  warning: { most: 1, per: Temporal.Duration.from({ hours: 24 }) },
} as const satisfies Record<string, Limit>;

/**
 * Once `nameEverywhere` is used up, tries for the name must satisfy all of these: the waits grow to 1, 2, 4,
 * 8 and 15 minutes, and reset after an hour. Our own figures.
 */
export const SLOW_TRIES: readonly Limit[] = [
  { most: 1, per: minutes(1) },
  { most: 2, per: minutes(3) },
  { most: 3, per: minutes(7) },
  { most: 4, per: minutes(15) },
  { most: 5, per: minutes(30) },
  { most: 6, per: minutes(45) },
  { most: 7, per: minutes(60) },
];

/** Lifetime of a password reset link. Source: OWASP, Forgot Password Cheat Sheet. */
export const RESET_LIFE = Temporal.Duration.from({ minutes: 30 });
/** Lifetime of the link by which a new admin chooses their password. Our own figure: a weekend. */
export const INVITATION_LIFE = Temporal.Duration.from({ hours: 72 });
/** After this, no link works any more. */
export const RESET_KEPT = Temporal.Duration.from({ hours: 96 });
/** Reset links per name, known or not, and per address; the latter also limits setting new passwords. */
export const RESET_LIMITS = {
  name: { most: 5, per: Temporal.Duration.from({ hours: 1 }) },
  address: { most: 20, per: Temporal.Duration.from({ hours: 1 }) },
} as const satisfies Record<string, Limit>;

/** The long ones among the most common passwords. Source: public lists of leaked passwords. */
const COMMON = [
  'password1234',
  'passwordpassword',
  'password12345',
  'administrator',
  'adminadminadmin',
  'qwertyuiop12',
  'qwertyuiop123',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  'changemechangeme',
  'changeme1234',
  'welcome12345',
  'iloveyou1234',
  'letmeinletmein',
  'unbelievable',
  'kemaskemaskemas',
];
const RUNS = [
  '01234567890123456789',
  '98765432109876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
];
const FEWEST_CHARACTERS = 4;
/** Words that a guess at this system's passwords begins with. Without them and the name, enough must be left. */
const CONTEXT_WORDS = ['kemas', 'password', 'admin', 'office', 'cleaner', 'cleaning', 'singapore', 'welcome'];
const FEWEST_OF_ITS_OWN = 6;

/**
 * Why a password is easy to guess; null if it is not. There is no rule about character classes, which make
 * passwords worse. Source: ASVS 5.0, 6.2.
 */
export function whyGuessable(password: string, identity: string): string | null {
  const small = password.toLowerCase();
  const name = identity.trim().toLowerCase();
  if (COMMON.includes(small) || RUNS.some((run) => run.includes(small)))
    return 'This password is too common. Choose another.';
  if (new Set(small).size < FEWEST_CHARACTERS) return 'Use a wider mix of characters.';
  const own = [name.length > 3 ? name : '', ...CONTEXT_WORDS].reduce(
    (rest, word) => rest.replaceAll(word, ''),
    small,
  );
  if (own.length < FEWEST_OF_ITS_OWN)
    return 'Do not base the password on the name, or on words like “office” and “password”.';
  return null;
}
