import type { Feature } from '#platform/server/feature.ts';
import { signUpData } from './personal-data.ts';
import { routes } from './routes.ts';
import { purgeSignUpLog } from './sign-up-log.ts';

/** The sign-up log: how far people come with signing up. */
export const feature: Feature = {
  name: 'sign-up-log',
  routes,
  personalData: { 'sign-up-log': signUpData },
  sweeps: { 'sign-up-log:purge': purgeSignUpLog },
};
