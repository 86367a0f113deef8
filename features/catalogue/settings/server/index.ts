import type { Feature } from '#platform/server/feature.ts';
import { readSettings } from './read-settings.ts';
import { routes } from './routes.ts';

/** What other features may call. */
export { isGstRegistered, readBusiness, readContact } from './business.ts';
export { readSettings } from './read-settings.ts';
export type { SettingsChange } from './update-settings.ts';

/** The settings of the business. */
export const feature: Feature = {
  name: 'settings',
  routes,
  senderNames: { mail: async (ctx) => (await readSettings(ctx, ['mailSender'])).mailSender },
};
