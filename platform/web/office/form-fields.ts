import type { ReactNode } from 'react';

/** A field of a form as data: what it is called, what is typed into it, how wide it is. */
export type FormField = {
  /** Above the field, and its name among the changes. */
  readonly label: string;
  readonly hint?: ReactNode;
  /** Sixths of a row; 3 unless said. */
  readonly span?: 2 | 3 | 4 | 6;
  readonly required?: true;
} & (
  | { readonly kind?: 'text' | 'code' | 'digits' | 'email' | 'url' | 'mobile' | 'paragraph' }
  /** One of a few; `none` stands for the empty choice. */
  | { readonly kind: 'choice'; readonly options: readonly Option[]; readonly none?: string }
  /** Words, suggested or one's own. */
  | { readonly kind: 'tags'; readonly suggestions: readonly string[] }
  /** Any number of a few, each with a tick. */
  | { readonly kind: 'ticks'; readonly options: readonly Option[] }
);

interface Option {
  readonly value: string;
  readonly label: string;
}

/** A field for each value that the form has, in the order in which changes are named. */
export type FormFields<V> = { readonly [Name in keyof V & string]: FormField };
