import { countVisitPackages } from '#features/catalogue/packages/server/index.ts';
import {
  SETTING_NAMES,
  SETTINGS,
  type SettingGroup,
  type SettingName,
} from '#features/catalogue/settings/rules/settings.ts';
import { readSettings } from '#features/catalogue/settings/server/index.ts';
import { findOwnAccess } from '#features/people/accounts/server/index.ts';
import { countWorkingCleaners } from '#features/people/cleaners/server/index.ts';
import type { Refusal } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { readSettingRows, writeSettings } from '#platform/server/setting-rows.ts';
import type { Setup } from '../contract.ts';
import { CONFIRMED_STEPS, type ConfirmedStep, doneSteps, isSetUpNeeded } from '../rules/steps.ts';
import { findTestVisit } from './test-visit.ts';

const DISMISSED = 'setup.dismissed';
const confirmedRow = (step: ConfirmedStep) => `setup.confirmed.${step}`;
const rowsOf = (...groups: readonly SettingGroup[]) =>
  SETTING_NAMES.filter((name) => groups.includes(SETTINGS[name].group)).map((name) => SETTINGS[name].row);

/** What of the set-up is done. Nothing of it is stored but what the office has said itself. */
export async function readSetup(ctx: ContextOf<'admin'>): Promise<Setup> {
  const said = [DISMISSED, ...CONFIRMED_STEPS.map(confirmedRow)];
  const rows = await readSettingRows(ctx, [...said, ...rowsOf('hours', 'look', 'logos'), nameRow]);
  const isSaved = (names: readonly string[]) => names.some((name) => rows.has(name));
  const business = await readSettings(ctx, [
    'businessName',
    'businessPhone',
    'businessEmail',
    'gstRegistered',
  ]);
  const { mail, sms, payments } = ctx.providerNames ?? {};
  const isReal = (name: string | undefined) => name !== undefined;
  const providers = { mail: isReal(mail), sms: isReal(sms), payments: isReal(payments) };
  const account = await findOwnAccess(ctx);
  const packages = await countVisitPackages(ctx);
  const cleaners = await countWorkingCleaners(ctx);
  const done = doneSteps({
    hasName: rows.has(nameRow) && business.businessName !== '',
    hasContact: business.businessPhone !== '' || business.businessEmail !== '',
    gstRegistered: business.gstRegistered,
    hasChangedHours: isSaved(rowsOf('hours')),
    hasChangedLook: isSaved(rowsOf('look', 'logos')),
    confirmed: CONFIRMED_STEPS.filter((step) => rows.has(confirmedRow(step))),
    packages: packages.sold,
    cleaners,
    hasProviders: Object.values(providers).every(Boolean),
    hasOwnPassword: account.hasOwnPassword,
    hasOwnEmail: account.email !== '',
  });
  return {
    isNeeded: isSetUpNeeded(done),
    isDismissed: rows.get(DISMISSED)?.value === true,
    done: [...done],
    packages: packages.sold,
    bookable: packages.bookable,
    cleaners,
    providers,
    account,
    testVisit: await findTestVisit(ctx),
  };
}

const nameRow = SETTINGS['businessName' satisfies SettingName].row;

/** Says that a step is right as it is. */
export function confirmStep(
  ctx: ContextOf<'admin'>,
  step: ConfirmedStep,
): Promise<Setup | Refusal<'unavailable'>> {
  return setRow(ctx, confirmedRow(step), { action: 'setup.confirmed', after: { step }, value: true });
}

export function dismissSetup(
  ctx: ContextOf<'admin'>,
  isDismissed: boolean,
): Promise<Setup | Refusal<'unavailable'>> {
  const action = isDismissed ? 'setup.dismissed' : 'setup.resumed';
  return setRow(ctx, DISMISSED, { action, after: { isDismissed }, value: isDismissed });
}

interface Said {
  readonly action: string;
  readonly after: object;
  readonly value: boolean;
}

/** A second press finds the answer already there. */
function setRow(ctx: ContextOf<'admin'>, row: string, { action, after, value }: Said) {
  return inTransaction(ctx, async (tx) => {
    const before = (await readSettingRows(tx, [row])).get(row)?.value ?? false;
    if (before === value) {
      noChange(tx);
      return readSetup(tx);
    }
    await writeSettings(tx, new Map([[row, value]]));
    await audit(tx, { action, subject: { kind: 'setup', id: null }, after });
    return readSetup(tx);
  });
}
