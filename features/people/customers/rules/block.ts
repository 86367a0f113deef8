import { POSTAL_CODE } from '#platform/kernel/postal.ts';

const LETTERS = 'ABCDEFGHI';

/**
 * The block of a public (HDB) flat, which is part of its postal code: 310145 is Blk 145, 821273 Blk 273A.
 * Null if the code contains none. Codes of other buildings do not work like this. Source:
 * https://en.wikipedia.org/wiki/Postal_codes_in_Singapore.
 */
export function blockOfPostal(postal: string): string | null {
  const number = Number(postal.slice(3));
  if (!POSTAL_CODE.test(postal) || number === 0) return null;
  return `Blk ${number}${LETTERS[Number(postal[2]) - 1] ?? ''}`;
}

/** Whether an address line consists of a block without a street. */
export function isBlockAlone(addressLine1: string): boolean {
  return /^Blk \d{1,3}[A-I]?$/.test(addressLine1.trim());
}

interface Home {
  readonly postal: string;
  readonly addressLine1: string;
  readonly type: string;
}

/** The first line of a home's address: starts with the block for a flat. A street that was entered stays. */
export function lineWithBlock({ postal, addressLine1, type }: Home): string {
  const block = blockOfPostal(postal);
  const written = addressLine1.trim();
  if (written !== '' && !isBlockAlone(written)) return addressLine1;
  if (type.startsWith('hdb')) return block === null ? addressLine1 : `${block} `;
  return written === block ? '' : addressLine1;
}
