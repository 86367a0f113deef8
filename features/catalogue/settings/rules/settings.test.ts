import { describe, expect, test } from 'vitest';
import { settingSchemas } from '../contract.ts';
import { SETTING_LABELS } from '../texts/setting-labels.ts';
import { DEFAULTS, SETTING_NAMES, SETTINGS, type Settings, whyNotTogether } from './settings.ts';

describe('every setting', () => {
  test.each(SETTING_NAMES)('%s has a valid default, and a description of one or two sentences', (name) => {
    const setting = SETTINGS[name];
    expect(settingSchemas[name].parse(setting.default)).toBe(setting.default);
    const { label, effect } = SETTING_LABELS[name];
    expect(effect).toMatch(/^[A-Z][^.]*\.( [A-Z][^.]*\.)?$/);
    expect(label).toMatch(/^[A-Z]/);
  });

  test('has its own database row', () => {
    const rows = SETTING_NAMES.map((name) => SETTINGS[name].row);
    expect(new Set(rows).size).toBe(rows.length);
  });
});

const refused: readonly [string, keyof Settings, unknown][] = [
  ['a time off the half hour', 'opensAtMinute', 495],
  ['a time before six', 'opensAtMinute', 330],
  ['a time after nine', 'closesAtMinute', 1290],
  ['half an hour of notice', 'leadHours', 0.5],
  ['more than a week of notice', 'leadHours', 169],
  ['a horizon of zero days', 'horizonDays', 0],
  ['a negative buffer', 'travelBufferMinutes', -1],
  ['more than the whole price', 'lateFeePercent', 101],
  ['text for a number', 'lateFeePercent', '50'],
  ['no name', 'businessName', '  '],
  ['an invalid e-mail address', 'businessEmail', 'office'],
  ['a sender with header injection', 'mailSender', 'Kemas\r\nBcc: b@example.com'],
  ['an invalid date', 'gstSince', '2026-02-30'],
  ['an invalid UEN', 'uen', '12345'],
  ['a fixed line for PayNow', 'payNowTo', '6123 4567'],
  ['a fixed line with its prefix for PayNow', 'payNowTo', '65 6123 4567'],
  ['a number that is no mobile for PayNow', 'payNowTo', '9999 9999'],
  ['a name for PayNow', 'payNowTo', 'SPARKLEHOMES'],
  ['text for a boolean', 'gstRegistered', 'yes'],
];

test.each([
  ['', ''],
  ['201912345k', '201912345K'],
  ['T04SS0129DQS1', 'T04SS0129DQS1'],
  ['9123 4567', '+6591234567'],
  ['0065 8123 4567', '+6581234567'],
])('PayNow to %s is kept as %s', (written, kept) => {
  expect(settingSchemas.payNowTo.parse(written)).toBe(kept);
});

test.each(refused)('%s is refused', (_what, name, value) => {
  expect(settingSchemas[name].safeParse(value).success).toBe(false);
});

const together: readonly [string, Partial<Settings>, string[]][] = [
  ['the defaults', {}, []],
  ['a day as short as the shortest visit', { opensAtMinute: 540, closesAtMinute: 720 }, []],
  [
    'a day half an hour shorter than the shortest visit',
    { opensAtMinute: 540, closesAtMinute: 690 },
    ['closesAtMinute'],
  ],
  ['closing before opening', { opensAtMinute: 1200, closesAtMinute: 480 }, ['closesAtMinute']],
  ['notice as long as the horizon', { leadHours: 168, horizonDays: 7 }, ['horizonDays']],
  ['notice an hour shorter than the horizon', { leadHours: 167, horizonDays: 7 }, []],
  ['both', { closesAtMinute: 480, leadHours: 168, horizonDays: 7 }, ['closesAtMinute', 'horizonDays']],
];

test.each(together)('in combination: %s', (_what, over, paths) => {
  expect(whyNotTogether({ ...DEFAULTS, ...over }).map((error) => error.path)).toEqual(paths);
});
