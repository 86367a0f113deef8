import type { Feature } from '#platform/server/feature.ts';
import { timesOfCleaners } from './cleaner-times.ts';
import { routes } from './routes.ts';

/** What other features may call. */
export { type AlternativesAsked, findAlternatives } from './alternatives.ts';
export type { JobFacts } from './job-facts.ts';
export { loadPlan, type PlanAsked, refreshPlan } from './load-plan.ts';
export { occupy, release } from './occupation.ts';

/** The schedule: where cleaners are, when they are free, and what can be booked. */
export const feature: Feature = { name: 'schedule', routes, cleanerTimes: timesOfCleaners };
