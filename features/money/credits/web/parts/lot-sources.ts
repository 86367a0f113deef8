import type { CreditLot } from '../../contract.ts';

/** Where hours came from, as the office reads it. */
export const LOT_SOURCES: Readonly<Record<CreditLot['source'], string>> = {
  purchase: 'Bought',
  gift: 'Gift',
  adjustment: 'From us',
  refund: 'Refund',
};
