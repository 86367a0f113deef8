import { wireTime } from '#platform/kernel/business-time.ts';
import { smsSender } from '#platform/server/config.ts';
import type { Context } from '#platform/server/context.ts';
import { readSettingRows } from '#platform/server/setting-rows.ts';
import type { SettingItem, SettingsReply } from '../contract.ts';
import { SETTING_NAMES, SETTINGS, type SettingName } from '../rules/settings.ts';
import { settingOf } from './read-settings.ts';

/** The row that holds the version. */
export const VERSION_ROW = 'settings.version';

type Rows = Awaited<ReturnType<typeof readSettingRows>>;

/** The current state of every setting, and who changed it when. */
export async function listSettings(ctx: Context): Promise<SettingsReply> {
  const rows = await readSettingRows(ctx, [VERSION_ROW, ...SETTING_NAMES.map((name) => SETTINGS[name].row)]);
  const names = await namesOf(ctx, rows);
  return {
    version: Number(rows.get(VERSION_ROW)?.value ?? 0),
    items: SETTING_NAMES.map((name) => itemOf(name, rows, names)),
    senders: { mail: ctx.config.SMTP_FROM ?? null, sms: smsSender(ctx.config) },
  };
}

function itemOf(name: SettingName, rows: Rows, names: ReadonlyMap<string, string>): SettingItem {
  const row = rows.get(SETTINGS[name].row);
  return {
    name,
    value: settingOf(name, row?.value),
    default: SETTINGS[name].default,
    changedAt: row === undefined ? null : wireTime(row.updated_at),
    changedBy: names.get(row?.updated_by ?? '') ?? '',
  };
}

async function namesOf(ctx: Context, rows: Rows): Promise<ReadonlyMap<string, string>> {
  const ids = [...rows.values()].flatMap((row) => row.updated_by ?? []);
  if (ids.length === 0) return new Map();
  const actors = await ctx.db
    .selectFrom('admin')
    .select(['id', 'fullname as name'])
    .where('id', 'in', ids)
    .unionAll(ctx.db.selectFrom('api_key').select(['id', 'name']).where('id', 'in', ids))
    .execute();
  return new Map(actors.map(({ id, name }) => [id, name]));
}
