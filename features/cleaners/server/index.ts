import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';

/** What other features may call. */
export { type CleanerCard, cleanerCards } from './cards.ts';
export { createCleaner } from './create-cleaner.ts';
export { loadDiaries } from './diaries.ts';
export { lockCleaners, occupy, release } from './occupation.ts';

export const feature: Feature = { name: 'cleaners', routes };
