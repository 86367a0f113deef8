const ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
/** What people type between the groups of a card number; a slash with spaces around it separates two items. */
const GAP = /^(?:[\s\p{Pd}._·]{1,4}|\/)$/u;
const SHORTEST = 13;
const LONGEST = 19;

/** Prefixes and lengths that issuers assign. Source: ISO/IEC 7812 and the networks' published ranges. */
const ISSUED =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[0-8]|2[2-7])\d{14}|3[47]\d{13}|3(?:0|[689])\d{12}|35\d{14}|6\d{15,18})$/;

/** Two Singapore phone numbers in a row. */
const TWO_PHONES = /^[368]\d{7}[3689]\d{7}$/;

interface Group {
  readonly digits: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Whether a text contains a card number, whatever surrounds it: its expiry date, its CVC, a word. A number counts if it
 * starts and ends with a group of digits, is grouped the way cards are, and has an issuer's length and a valid check
 * digit.
 */
export function holdsCardNumber(text: string): boolean {
  if (text.length < SHORTEST) return false;
  const plain = text.normalize('NFKC').replace(ID, ',');
  const groups = [...plain.matchAll(/\d+/g)].map(
    ([digits], index, all): Group => ({
      digits,
      start: all[index]?.index ?? 0,
      end: (all[index]?.index ?? 0) + digits.length,
    }),
  );
  return groups.some((_group, first) => startsCardNumber(plain, groups, first));
}

/** Adds group after group while they are contiguous and the number of digits is within the limit. */
function startsCardNumber(text: string, groups: readonly Group[], first: number): boolean {
  const taken: string[] = [];
  let digits = '';
  for (let index = first; index < groups.length; index += 1) {
    const group = groups[index] as Group;
    const before = groups[index - 1];
    if (index > first && before && !GAP.test(text.slice(before.end, group.start))) return false;
    taken.push(group.digits);
    digits += group.digits;
    if (digits.length > LONGEST) return false;
    if (taken.length === 1 && isPartOfName(text, group)) continue;
    if (isGroupedAsCard(taken, digits) && ISSUED.test(digits) && passesLuhn(digits)) return true;
  }
  return false;
}

/**
 * Inside a word, a hyphenated name or the decimals of a number, an unbroken run of digits is an id or a measurement.
 */
function isPartOfName(text: string, { start, end }: Group): boolean {
  return (
    /(?:[A-Za-z_]-?|\d\.)$/.test(text.slice(Math.max(0, start - 2), start)) ||
    /[A-Za-z_]/.test(text.charAt(end))
  );
}

/**
 * In one piece, in fours, as 4-6-5 or 4-6-4, or in equal groups; excludes postal codes (sixes) and phone numbers in a
 * row.
 */
function isGroupedAsCard(groups: readonly string[], digits: string): boolean {
  const sizes = groups.map((group) => group.length);
  const [first = 0] = sizes;
  const last = sizes.pop() ?? 0;
  if (sizes.length === 0) return true;
  if (/^4,6,[45]$/.test([...sizes, last].join())) return true;
  const inFours = sizes.every((size) => size % 4 === 0) && (last < 4 || last % 4 === 0);
  if (inFours) return first + last < 12 || !TWO_PHONES.test(digits);
  return first < 6 && last <= first && sizes.every((size) => size === first);
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
