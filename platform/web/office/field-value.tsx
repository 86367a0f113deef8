import type { ReactNode } from 'react';
import { showMobile } from '../../kernel/mobile.ts';
import { date } from '../format.ts';
import { officeLanguage, t } from '../i18n/office.ts';
import { figureInWords } from './figure-text.ts';
import { type FormField, type RecordLayout, unitOf } from './form-fields.ts';

/** The values of a stored record for its form: only the form's fields, and a mobile number as its eight digits. */
export function storedValues<V extends object>({ fields, blank }: RecordLayout<V>, record: V): V {
  const names = Object.keys(blank) as (keyof V & string)[];
  const shown = names.map((name) => {
    const value = record[name];
    return [name, fields[name].kind === 'mobile' ? showMobile(String(value)) : value];
  });
  return Object.fromEntries(shown) as V;
}

/** A field's formatted value; units may depend on the other values. Undefined if it has none. */
export function fieldValue(field: FormField, value: unknown, values: object = {}): ReactNode {
  const text = fieldText(field, value, values);
  if (text === '') return undefined;
  return field.lang === undefined ? text : <span lang={field.lang}>{text}</span>;
}

function fieldText(field: FormField, value: unknown, values: object): string {
  const options = 'options' in field ? field.options : [];
  const labelOf = (each: unknown) =>
    options.find((option) => option.value === String(each))?.label ?? String(each);
  if (Array.isArray(value)) return value.map(labelOf).join(', ') || ('none' in field && field.none) || '';
  if (value === '' || value === null || value === undefined) return ('none' in field && field.none) || '';
  switch (field.kind) {
    case 'mobile':
      return showMobile(String(value));
    case 'day':
      return date(String(value), officeLanguage(), 'long');
    case 'flag':
      return value === true ? t('Yes') : t('No');
    case 'figure':
      return figureInWords(Number(value), unitOf(field, values as Readonly<Record<string, unknown>>));
    default:
      return labelOf(value);
  }
}
