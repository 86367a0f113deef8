import type { Feature } from '#platform/server/feature.ts';
import { CLEANER_MESSAGES } from '../texts/messages.ts';
import { countWorkingCleaners } from './cleaner-record.ts';
import { routes } from './routes.ts';

/** Public API for other features. */
export {
  type CleanerCard,
  cleanerCards,
  cleanerExists,
  cleanerMobiles,
  countWorkingCleaners,
  findNamesByMobile,
  regionIDsOf,
  weekRowsOf,
} from './cleaner-record.ts';
export type { CleanerTimes, ConflictingJob } from './cleaner-times.ts';
export { createCleaner } from './create-cleaner.ts';
export { lockCleaners } from './lock-cleaners.ts';
export { savingRefusals } from './save-cleaner.ts';
export { openCleanerSession } from './sign-in.ts';
export { removeUnusedCleaner } from './trash-cleaner.ts';

export const feature: Feature = {
  name: 'cleaners',
  routes,
  messageKinds: CLEANER_MESSAGES,
  workingCleaners: { count: countWorkingCleaners },
};
