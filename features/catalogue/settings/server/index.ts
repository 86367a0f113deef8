import type { Context } from '#platform/server/context.ts';
import type { Feature } from '#platform/server/feature.ts';
import { brandName, isKemas } from '../rules/brand-name.ts';
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
  senderNames: { mail: mailSenderOf },
};

/** The configured name, otherwise that of the business; '' for the one that the operator has set. */
async function mailSenderOf(ctx: Context): Promise<string> {
  const { mailSender, businessName } = await readSettings(ctx, ['mailSender', 'businessName']);
  return mailSender || (isKemas(businessName) ? '' : brandName(businessName));
}
