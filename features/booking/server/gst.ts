import type { Context } from '#platform/server/context.ts';
import { readSetting } from '#platform/server/settings.ts';

/** Name of the setting that says whether the business is registered for GST: `true` or `false`. */
export const GST_REGISTERED = 'gst.registered';

/** Registered unless the office says otherwise: prices include GST and say so. Source: DOMAIN.md 1.6. */
export async function isGstRegistered(ctx: Context): Promise<boolean> {
  const setting = await readSetting(ctx, GST_REGISTERED);
  return setting === undefined || setting === true;
}
