import type { ReactNode } from 'react';
import type { RecordField, RecordFields } from '../../contract/record-fields.ts';
import { t } from '../i18n/office.ts';
import type { Unit } from './figure-text.ts';

/** A form's values by the names of its fields. */
type Values = Readonly<Record<string, unknown>>;

/** A form field as data: its label, type and width. */
export type FormField = {
  /** Above the field; also its name in the list of changes. */
  readonly label: string;
  /** Below the field; it may depend on the other fields' values. */
  readonly hint?: ReactNode | ((values: Values) => ReactNode);
  /** Width in sixths of a row; default 3. */
  readonly span?: 2 | 3 | 4 | 6;
  readonly required?: true;
  /** The language of the input, if it is not the page's. */
  readonly lang?: 'zh';
  /** The page of the records that may already use this value, if the server names the owner: `/admin/customers`. */
  readonly ownersAt?: string;
} & (
  | { readonly kind?: 'text' | 'code' | 'digits' | 'email' | 'url' | 'mobile' | 'password' }
  | { readonly kind: 'paragraph'; readonly rows?: number }
  /** The current password of the person who uses the form, as opposed to a new one. */
  | { readonly kind: 'current-password' }
  /** A number; undefined if empty, and `none` says what that means. */
  | { readonly kind: 'number'; readonly none?: string }
  /** A number with its unit, which may depend on another field. */
  | { readonly kind: 'figure'; readonly unit: Unit | ((values: Values) => Unit) }
  /** A day; null if empty, and `none` says what that means. `from`: the field with the earliest selectable day. */
  | { readonly kind: 'day'; readonly none?: string; readonly from?: string }
  /**
   * One of a few options; `none` is the label of the empty choice, `also` sets other fields along with it. `number`:
   * the value is the option's number.
   */
  | {
      readonly kind: 'choice';
      readonly options: readonly Option[];
      readonly none?: string;
      readonly number?: true;
      readonly also?: (chosen: string, values: Values) => Values;
    }
  /** A yes or no, as a checkbox. */
  | { readonly kind: 'flag' }
  /** A text with suggestions from existing values. */
  | { readonly kind: 'suggested'; readonly suggestions: readonly string[] }
  /** Tags, suggested or typed. */
  | { readonly kind: 'tags'; readonly suggestions: readonly string[] }
  /** Any number of a few options, each with a checkbox; `none` says what none means. */
  | { readonly kind: 'ticks'; readonly options: readonly Option[]; readonly none?: string }
  /** Any number of many options, searched by name; `none` says what none means. */
  | { readonly kind: 'several'; readonly options: readonly Option[]; readonly none?: string }
);

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** A field for each value of the form, in the order in which changes are listed. */
export type FormFields<V> = { readonly [Name in keyof V & string]: FormField };

/** The input of a field, without what its record says of it. */
type InputOf<F extends FormField> = F extends FormField
  ? Omit<F, 'label'> & Partial<Pick<F, 'label'>>
  : never;

/** The form fields of a record: labels from its table, and an input each; default a line of text. */
export function formFields<F extends RecordFields>(
  { names, table }: F,
  inputs: { readonly [K in keyof F['table']]?: InputOf<FormField> },
): { readonly [K in keyof F['table'] & string]: FormField } {
  const fieldOf = (name: string) => {
    const { label, required } = table[name] as RecordField;
    return [name, { label: t(label), ...(required && { required }), ...inputs[name] }];
  };
  return Object.fromEntries(names.map(fieldOf));
}

/** Some of the fields, under a heading. */
export interface Fieldset<V> {
  readonly title: string;
  readonly note?: ReactNode;
  readonly names: readonly (keyof V & string)[];
}

/** The layout of a record: both its form and its detail page are generated from this. */
export interface RecordLayout<V> {
  readonly fields: FormFields<V>;
  /** The initial values of a new record. */
  readonly blank: V;
  readonly left: readonly Fieldset<V>[];
  readonly right?: readonly Fieldset<V>[];
}

/** The unit of a number, depending on the other values. */
export function unitOf({ unit }: FormField & { readonly kind: 'figure' }, values: Values): Unit {
  return typeof unit === 'function' ? unit(values) : unit;
}
