import { CLEANERS } from '#features/people/cleaners/web/parts/cleaner-page.tsx';
import { listBlocks } from '../../contract/blocks.ts';
import { listHolidays } from '../../contract/holidays.ts';
import { listTimeAvailable, listUnavailableByMonth, listUnavailableDates } from '../../contract.ts';

/** Queries to invalidate after a change of a cleaner's times. */
export const SCHEDULE_READS = [...CLEANERS.refresh, listUnavailableDates];

/** Queries to invalidate after a change of the holidays. */
export const HOLIDAY_READS = [listHolidays, listTimeAvailable, listUnavailableByMonth];

/** Queries to invalidate after a change of block bookings. */
export const BLOCK_READS = [listBlocks, listUnavailableDates, listTimeAvailable, listUnavailableByMonth];
