import type { ReactNode } from 'react';
import type { Unit } from './figure-text.ts';

/** A form's values by the names of its fields. */
type Values = Readonly<Record<string, unknown>>;

/** A field of a form as data: what it is called, what is typed into it, how wide it is. */
export type FormField = {
  /** Above the field, and its name among the changes. */
  readonly label: string;
  /** Below the field; it may depend on what is typed in the others. */
  readonly hint?: ReactNode | ((values: Values) => ReactNode);
  /** Sixths of a row; 3 unless said. */
  readonly span?: 2 | 3 | 4 | 6;
  readonly required?: true;
  /** The language of what is typed, where it is not the page's. */
  readonly lang?: 'zh';
  /** Where the record is that has this value already, if the server names it: `/admin/customers`. */
  readonly ownersAt?: string;
} & (
  | { readonly kind?: 'text' | 'code' | 'digits' | 'email' | 'url' | 'mobile' | 'password' }
  | { readonly kind: 'paragraph'; readonly rows?: number }
  /** The password of the person who uses the form, as opposed to a new one. */
  | { readonly kind: 'current-password' }
  /** A number; left empty it is undefined, and `none` says what that means. */
  | { readonly kind: 'number'; readonly none?: string }
  /** A number with its unit, which may follow from another field. */
  | { readonly kind: 'figure'; readonly unit: Unit | ((values: Values) => Unit) }
  /** A day; left empty it is null, and `none` says what that means. `from`: the field with the first that may be picked. */
  | { readonly kind: 'day'; readonly none?: string; readonly from?: string }
  /**
   * One of a few; `none` stands for the empty choice, `also` says which other fields change with it. `number`: the
   * value is the number that the option writes.
   */
  | {
      readonly kind: 'choice';
      readonly options: readonly Option[];
      readonly none?: string;
      readonly number?: true;
      readonly also?: (chosen: string, values: Values) => Values;
    }
  /** A yes or no, with a tick. */
  | { readonly kind: 'flag' }
  /** A text that is often one of those in use. */
  | { readonly kind: 'suggested'; readonly suggestions: readonly string[] }
  /** Words, suggested or one's own. */
  | { readonly kind: 'tags'; readonly suggestions: readonly string[] }
  /** Any number of a few, each with a tick; `none` says what no tick means. */
  | { readonly kind: 'ticks'; readonly options: readonly Option[]; readonly none?: string }
  /** Any number of many, searched by name; `none` says what none means. */
  | { readonly kind: 'several'; readonly options: readonly Option[]; readonly none?: string }
);

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** A field for each value that the form has, in the order in which changes are named. */
export type FormFields<V> = { readonly [Name in keyof V & string]: FormField };

/** Some of the fields, under a heading. */
export interface Fieldset<V> {
  readonly title: string;
  readonly note?: ReactNode;
  readonly names: readonly (keyof V & string)[];
}

/** What a record is made of on the screen: its form and the page that shows it follow from this. */
export interface RecordLayout<V> {
  readonly fields: FormFields<V>;
  /** What a new record begins with. */
  readonly blank: V;
  readonly left: readonly Fieldset<V>[];
  readonly right?: readonly Fieldset<V>[];
}

/** What a figure counts, by the values beside it. */
export function unitOf({ unit }: FormField & { readonly kind: 'figure' }, values: Values): Unit {
  return typeof unit === 'function' ? unit(values) : unit;
}
