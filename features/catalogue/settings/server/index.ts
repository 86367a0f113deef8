import type { Feature } from '#platform/server/feature.ts';
import { readSettings } from './list-settings.ts';
import { routes } from './routes.ts';

/** The interface for other features. */
export { isGstRegistered, readBusiness, readContact } from './business.ts';
export { readSettings } from './list-settings.ts';
export { logoFile } from './look.ts';
export type { SettingsChange } from './update-settings.ts';

export const feature: Feature = {
  name: 'settings',
  routes,
  senderNames: { mail: async (ctx) => (await readSettings(ctx, ['mailSender'])).mailSender },
};
