import { plainCode } from '#platform/kernel/typed-text.ts';

/**
 * Letters and digits that nobody takes for one another when they read a code out: no 0 and O, no 1 and I. 32 of them,
 * so that every byte gives one without favouring any.
 */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const GROUPS = 3;
const GROUP_LENGTH = 4;
/** Characters of a code, dashes aside: 60 bits of chance. */
export const CODE_LENGTH = GROUPS * GROUP_LENGTH;

/** A gift's code, `XXXX-XXXX-XXXX`, of CODE_LENGTH random bytes. */
export function giftCode(random: Uint8Array): string {
  const signs = [...random.subarray(0, CODE_LENGTH)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length));
  const groups = Array.from({ length: GROUPS }, (_, i) =>
    signs.slice(i * GROUP_LENGTH, (i + 1) * GROUP_LENGTH).join(''),
  );
  return groups.join('-');
}

/** A code as somebody typed it, in any case, with spaces and dashes anywhere: as its hash is made of it. */
export function readGiftCode(typed: string): string {
  return plainCode(typed).toUpperCase();
}

/** A code as it is being typed, in groups as it is written in the mail: `abcdefgh` is `ABCD-EFGH`. */
export function groupGiftCode(typed: string): string {
  const signs = readGiftCode(typed).slice(0, CODE_LENGTH);
  return signs.match(new RegExp(`.{1,${GROUP_LENGTH}}`, 'g'))?.join('-') ?? '';
}

/** The page on which a gift is claimed, with its code behind the #: no server and no log sees it there. */
export function claimAddress(code: string): string {
  return `/dashboard/credits/send-receive#code=${encodeURIComponent(code)}`;
}

/** The code that an address carries behind its #, or in its query in the mails of before; '' where it has none. */
export function codeInAddress({ hash, search }: { readonly hash: string; readonly search: string }): string {
  return new URLSearchParams(hash.slice(1)).get('code') ?? new URLSearchParams(search).get('code') ?? '';
}
