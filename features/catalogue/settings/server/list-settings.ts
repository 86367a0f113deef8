import { wireTime } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import { readSettingRows } from '#platform/server/setting-rows.ts';
import { type SettingItem, type SettingsReply, settingSchemas } from '../contract.ts';
import { SETTING_NAMES, SETTINGS, type SettingName, type Settings } from '../rules/settings.ts';

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
    senders: { mail: ctx.providers.mail.sender ?? null, sms: ctx.providers.sms.sender ?? null },
  };
}

function itemOf(name: SettingName, rows: Rows, names: ReadonlyMap<string, string>): SettingItem {
  const row = rows.get(SETTINGS[name].row);
  return {
    name,
    value: settingOf(name, row?.value),
    default: SETTINGS[name].default,
    changedAt: row === undefined ? null : wireTime(row.updatedAt),
    changedBy: names.get(row?.updatedBy ?? '') ?? '',
  };
}

async function namesOf(ctx: Context, rows: Rows): Promise<ReadonlyMap<string, string>> {
  const ids = [...rows.values()].flatMap((row) => row.updatedBy ?? []);
  if (ids.length === 0) return new Map();
  const actors = await ctx.db
    .selectFrom('admin')
    .select(['id', 'fullname as name'])
    .where('id', 'in', ids)
    .unionAll(ctx.db.selectFrom('api_key').select(['id', 'name']).where('id', 'in', ids))
    .execute();
  return new Map(actors.map(({ id, name }) => [id, name]));
}

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
function settingOf<N extends SettingName>(name: N, said: unknown): Settings[N] {
  const read = settingSchemas[name].safeParse(said);
  return read.success ? read.data : (SETTINGS[name].default as unknown as Settings[N]);
}
