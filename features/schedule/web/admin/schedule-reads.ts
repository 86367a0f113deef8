import { CLEANERS } from '#features/cleaners/web/parts/cleaner-page.tsx';
import { listUnavailableDates } from '../../contract.ts';

/** What a change of a cleaner's times makes stale. */
export const SCHEDULE_READS = [...CLEANERS.refresh, listUnavailableDates];
