import { plainCode } from '#platform/kernel/typed-text.ts';

/**
 * Characters that are not confused when read aloud or copied: no 0 and O, no 1 and I. There are 32, so a
 * random byte maps to one without bias.
 */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const GROUPS = 3;
const GROUP_LENGTH = 4;
/** Characters of a code without dashes: 60 random bits. */
export const CODE_LENGTH = GROUPS * GROUP_LENGTH;

/** A gift code `XXXX-XXXX-XXXX` from CODE_LENGTH random bytes. */
export function giftCode(random: Uint8Array): string {
  const signs = [...random.subarray(0, CODE_LENGTH)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length));
  const groups = Array.from({ length: GROUPS }, (_, i) =>
    signs.slice(i * GROUP_LENGTH, (i + 1) * GROUP_LENGTH).join(''),
  );
  return groups.join('-');
}

/** Normalises a typed code (any case, spaces, dashes) to the form that is hashed. */
export function readGiftCode(typed: string): string {
  return plainCode(typed).toUpperCase();
}

/** Formats a partially typed code in groups as in the e-mail: `abcdefgh` becomes `ABCD-EFGH`. */
export function groupGiftCode(typed: string): string {
  const signs = readGiftCode(typed).slice(0, CODE_LENGTH);
  return signs.match(new RegExp(`.{1,${GROUP_LENGTH}}`, 'g'))?.join('-') ?? '';
}

/** The claim page with the code in the URL fragment, which is neither sent to the server nor logged. */
export function claimAddress(code: string): string {
  return `/dashboard/credits/send-receive#code=${encodeURIComponent(code)}`;
}

/** The code in the fragment of an address (`#code=…`); '' if there is none. */
export function codeInFragment(hash: string): string {
  return new URLSearchParams(hash.slice(1)).get('code') ?? '';
}
