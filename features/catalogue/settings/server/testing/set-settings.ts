import type { Context } from '#platform/server/context.ts';
import { SETTINGS, type SettingName, type Settings } from '../../rules/settings.ts';

/** Sets all settings to the given values and the others to their defaults. */
export async function setSettings({ db, clock }: Context, settings: Partial<Settings>): Promise<void> {
  const names = Object.keys(settings) as SettingName[];
  const every = Object.values(SETTINGS).map(({ row }) => row);
  await db.deleteFrom('setting').where('name', 'in', every).execute();
  if (names.length === 0) return;
  const rows = names.map((name) => ({
    name: SETTINGS[name].row,
    value: JSON.stringify(settings[name]),
    updatedAt: clock.now().toString(),
  }));
  await db.insertInto('setting').values(rows).execute();
}
