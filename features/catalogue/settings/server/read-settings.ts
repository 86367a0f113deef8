import type { Context } from '#platform/server/context.ts';
import { readSettingRows } from '#platform/server/setting-rows.ts';
import { settingSchemas } from '../contract.ts';
import { SETTINGS, type SettingName, type Settings } from '../rules/settings.ts';

/**
 * The current values of some settings, in one statement by primary key. Not cached, so that a change applies to the
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

/** The value of a row; the default if there is no row or its value is invalid. */
export function settingOf<N extends SettingName>(name: N, said: unknown): Settings[N] {
  const read = settingSchemas[name].safeParse(said);
  return read.success ? read.data : (SETTINGS[name].default as unknown as Settings[N]);
}
