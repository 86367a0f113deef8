import type { Context } from '#platform/server/context.ts';

/** Name of the setting that says whether the business is registered for GST: `true` or `false`. */
export const GST_REGISTERED = 'gst.registered';

/** Registered unless the office says otherwise: prices include GST and say so. Source: DOMAIN.md 1.6. */
export async function isGstRegistered(ctx: Context): Promise<boolean> {
  const setting = await ctx.db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', GST_REGISTERED)
    .executeTakeFirst();
  return setting === undefined || setting.value === true;
}
