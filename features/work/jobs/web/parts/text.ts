import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';
import { en } from '../locales/en.ts';
import { zh } from '../locales/zh.ts';

/** The words that every screen about a job shares: services, states, lines of a price, why not. */
export const useJobsText = registerCatalogue('jobs', { en, zh });
export type JobsText = ReturnType<typeof useJobsText>['t'];
