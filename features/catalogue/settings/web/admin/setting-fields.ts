import { fieldValue } from '#platform/web/office/field-value.tsx';
import type { FormField, FormFields } from '#platform/web/office/form-fields.ts';
import {
  DEFAULTS,
  SETTING_NAMES,
  SETTINGS,
  type Setting,
  type SettingGroup,
  type SettingName,
  type Settings,
} from '../../rules/settings.ts';

const HALF_HOUR = 30;

/** The form field of a setting, derived from its declaration. */
function fieldOf(setting: Setting): FormField {
  const { label, effect: hint } = setting;
  switch (setting.kind) {
    case 'time':
      return { kind: 'choice', number: true, options: timesOf(setting), label, hint };
    case 'figure':
      return { kind: 'figure', unit: setting.unit, label, hint };
    case 'flag':
      return { kind: 'flag', label, hint };
    case 'day':
      return { kind: 'day', label, hint };
    case 'text':
      return { kind: TEXT_KINDS[setting.form ?? 'line'], label, hint };
  }
}

const TEXT_KINDS = {
  line: 'text',
  lines: 'paragraph',
  email: 'email',
  required: 'text',
  uen: 'code',
} as const;

function timesOf({ least, most }: Setting & { readonly kind: 'time' }) {
  const count = (most - least) / HALF_HOUR + 1;
  return Array.from({ length: count }, (_, i) => least + i * HALF_HOUR).map((minute) => ({
    value: String(minute),
    label: timeOf(minute),
  }));
}

/** 8:00 am */
function timeOf(minute: number): string {
  const [hour, past] = [Math.floor(minute / 60), minute % 60];
  return `${hour % 12 || 12}:${String(past).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`;
}

export const FIELDS = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, fieldOf(SETTINGS[name])]),
) as unknown as FormFields<Settings>;

/** A group's settings, in the order of their declaration. */
export function namesOf(group: SettingGroup): SettingName[] {
  return SETTING_NAMES.filter((name) => SETTINGS[name].group === group);
}

/** The default of a setting as text. */
export function defaultText(name: SettingName): string {
  const words = fieldValue(FIELDS[name], DEFAULTS[name]);
  return words === undefined ? 'none' : String(words);
}
