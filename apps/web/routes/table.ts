import type { Area } from './route.ts';

/**
 * Areas that need a sign-in, and pages that only our messages link to. Their route tables are loaded on navigation, to keep
 * the first load small.
 */
export const lazyAreas: Readonly<Record<string, () => Promise<Area>>> = {
  '/dashboard': async () => (await import('./customer-routes.ts')).customerArea,
  '/cleaner': async () => (await import('./cleaner-routes.ts')).cleanerArea,
  '/unsubscribe': async () => (await import('./mail-routes.ts')).mailPages,
  '/visit-choice': async () => (await import('./mail-routes.ts')).mailPages,
  '/confirm-email': async () => (await import('./mail-routes.ts')).mailPages,
  '/admin': async () => (await import('./load-office.ts')).loadOffice(),
};
