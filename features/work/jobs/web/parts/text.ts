import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';
import { en } from '../locales/en.ts';
import { zh } from '../locales/zh.ts';

/** Texts shared by all screens about jobs: services, states, price lines, refusals. */
export const useJobsText = registerCatalogue('jobs', { en, zh });
export type JobsText = ReturnType<typeof useJobsText>['t'];
