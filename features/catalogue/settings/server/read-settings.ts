import type { Context } from '#platform/server/context.ts';
import { readSettingRows } from '#platform/server/settings.ts';
import { settingSchemas } from '../contract.ts';
import { SETTINGS, type SettingName, type Settings } from '../rules/settings.ts';

/**
 * What some settings say now, in one statement by primary key. Nothing is kept between two reads: a change holds for the
 * next request of every process.
 */
export async function readSettings<const N extends SettingName>(
  ctx: Context,
  names: readonly N[],
): Promise<Pick<Settings, N>> {
  const rows = await readSettingRows(
    ctx,
    names.map((name) => SETTINGS[name].row),
  );
  return Object.fromEntries(
    names.map((name) => [name, settingOf(name, rows.get(SETTINGS[name].row)?.value)]),
  ) as Pick<Settings, N>;
}

/** What a row says; the default where it says nothing that the setting may be. */
export function settingOf<N extends SettingName>(name: N, said: unknown): Settings[N] {
  const read = settingSchemas[name].safeParse(said);
  return read.success ? read.data : (SETTINGS[name].default as unknown as Settings[N]);
}
