import type { CreditLot } from '../../contract.ts';

/** Labels for the origin of a lot, for the office. */
export const LOT_SOURCES: Readonly<Record<CreditLot['source'], string>> = {
  purchase: 'Bought',
  gift: 'Gift',
  adjustment: 'From the office',
  refund: 'Refund',
};
