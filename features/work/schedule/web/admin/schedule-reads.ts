import { CLEANERS } from '#features/people/cleaners/web/parts/cleaner-page.tsx';
import { listBlocks } from '../../contract/blocks.ts';
import { listHolidays } from '../../contract/holidays.ts';
import { listTimeAvailable, listUnavailableByMonth, listUnavailableDates } from '../../contract.ts';

/** What a change of a cleaner's times makes stale. */
export const SCHEDULE_READS = [...CLEANERS.refresh, listUnavailableDates];

/** What a change of the holidays makes stale. */
export const HOLIDAY_READS = [listHolidays, listTimeAvailable, listUnavailableByMonth];

/** What a block booking makes stale. */
export const BLOCK_READS = [listBlocks, listUnavailableDates, listTimeAvailable, listUnavailableByMonth];
