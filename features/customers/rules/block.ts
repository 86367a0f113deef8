import { POSTAL_CODE } from '#platform/kernel/postal.ts';

const LETTERS = 'ABCDEFGHI';

/**
 * The block of a public (HDB) flat, which is part of its postal code: 310145 is Blk 145, 821273 Blk 273A. Null where the
 * code names none. Codes of other buildings say nothing of the kind. Source: DOMAIN.md 1.1.
 */
export function blockOfPostal(postal: string): string | null {
  const number = Number(postal.slice(3));
  if (!POSTAL_CODE.test(postal) || number === 0) return null;
  return `Blk ${number}${LETTERS[Number(postal[2]) - 1] ?? ''}`;
}

/** The first line of a flat's address once its postal code is known; what somebody has written stays. */
export function lineWithBlock(
  { addressLine1, type }: { readonly addressLine1: string; readonly type: string },
  { before, now }: { readonly before: string; readonly now: string },
): string {
  const written = addressLine1.trim();
  const block = type.startsWith('hdb') ? blockOfPostal(now) : null;
  const isOurs = written === '' || written === blockOfPostal(before);
  return isOurs && block !== null ? `${block} ` : addressLine1;
}
