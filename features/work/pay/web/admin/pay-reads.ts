import { getSheet, listDifferences, listPayLines, listRates, listSheets } from '../../contract.ts';

/** The reads that a change of pay makes stale. */
export const PAY_READS = [getSheet, listDifferences, listPayLines, listRates, listSheets] as const;
