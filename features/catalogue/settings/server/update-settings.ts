import type { z } from 'zod';
import { keepPictures } from '#features/catalogue/uploads/server/index.ts';
import { type FieldError, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { countUp, writeSettings } from '#platform/server/setting-rows.ts';
import type { updateSettings as call, SettingsReply } from '../contract.ts';
import {
  changedSettings,
  SETTING_NAMES,
  SETTINGS,
  type Settings,
  whyNotTogether,
} from '../rules/settings.ts';
import { listSettings, readSettings, VERSION_ROW } from './list-settings.ts';
import { logoFile } from './look.ts';

declare module '#platform/server/feature.ts' {
  interface Feature {
    /** Handlers that run in the transaction of a settings change, by feature name. */
    readonly onSettings?: Readonly<Record<string, (tx: Tx, change: SettingsChange) => Promise<void>>>;
  }
}

export interface SettingsChange {
  readonly before: Settings;
  readonly after: Settings;
}

/**
 * Changes several settings, all or none, with an audit entry each. Of two changes based on the same version, the second
 * is refused.
 */
export async function updateSettings(
  ctx: Context,
  { version, ...values }: z.output<typeof call.body>,
): Promise<SettingsReply | Refusal<'invalid' | 'settings_changed' | 'unavailable'>> {
  const missing = await missingLogos(ctx, values as Partial<Settings>);
  if (missing.length > 0) return refuse('invalid', { errors: missing });
  return inTransaction(ctx, async (tx) => {
    if (!(await countUp(tx, VERSION_ROW, version))) return refuse('settings_changed');
    const before = await readSettings(tx, SETTING_NAMES);
    const after = changedSettings(before, values as Partial<Settings>);
    const errors = whyNotTogether(after);
    if (errors.length > 0) return refuse('invalid', { errors });
    const unclaimed = await claimLogos(tx, { before, after });
    if (unclaimed.length > 0) return refuse('invalid', { errors: unclaimed });
    await save(tx, { before, after });
    return listSettings(tx);
  });
}

const LOGOS = ['logo', 'logoDark', 'logoSquare'] as const;
/** The owner of logos. They are never released: e-mails and receipts that were sent before show them. */
const LOOK = { kind: 'look', id: '00000000-0000-0000-0000-000000000000' };
const UPLOAD_AGAIN = 'Upload this logo again.';

/** Before the transaction, because the files may be in a store elsewhere. */
async function missingLogos(ctx: Context, change: Partial<Settings>): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const path of LOGOS) {
    const url = change[path] ?? '';
    if (url !== '' && (await logoFile(ctx, url)) === null) errors.push({ path, message: UPLOAD_AGAIN });
  }
  return errors;
}

async function claimLogos(tx: Tx, { before, after }: SettingsChange): Promise<FieldError[]> {
  const changed = LOGOS.filter((name) => after[name] !== '' && after[name] !== before[name]);
  const gone = await keepPictures(
    tx,
    changed.map((name) => after[name]),
    LOOK,
  );
  return changed
    .filter((name) => gone.includes(after[name]))
    .map((path) => ({ path, message: UPLOAD_AGAIN }));
}

async function save(tx: Tx, change: SettingsChange): Promise<void> {
  const { before, after } = change;
  const changed = SETTING_NAMES.filter((name) => before[name] !== after[name]);
  await writeSettings(tx, new Map(changed.map((name) => [SETTINGS[name].row, after[name]])));
  if (changed.length === 0) noChange(tx);
  for (const name of changed) {
    await audit(tx, {
      action: 'setting.updated',
      subject: { kind: 'setting', id: SETTINGS[name].row },
      before: { [name]: before[name] },
      after: { [name]: after[name] },
    });
  }
  for (const act of Object.values(tx.composed.onSettings ?? {})) await act(tx, change);
}
