import type { Context } from './context.ts';

/** What a setting of the business says; undefined where nobody has set it. */
export async function readSetting(ctx: Context, name: string): Promise<unknown> {
  const row = await ctx.db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}
