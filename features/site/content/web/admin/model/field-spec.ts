import { JOB_TYPE_OPTIONS } from '#features/catalogue/packages/web/parts/job-type-names.ts';

/** How the form displays a block's fields; validation is in the contract. */
interface Named {
  /** The contract's field name. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
}

/** A text in English and Chinese. */
export type PairedField = Named & {
  readonly kind: 'text' | 'paragraph' | 'rich';
  readonly zh: true;
  /** The picture that it describes. */
  readonly of?: string;
};

export type ListField = Named & {
  readonly kind: 'list';
  /** The noun for one entry, `step`: Add step, Move step. */
  readonly one: string;
  /** The field used as the entry's title. */
  readonly nameOf: string;
  readonly fields: readonly FieldSpec[];
};

export type FocusField = Named & {
  readonly kind: 'focus';
  /** The fields of the pictures it applies to; it is set on the first that has one. */
  readonly of: readonly string[];
};

export type ChoiceField = Named & {
  readonly kind: 'choice';
  readonly options: readonly { readonly value: string; readonly label: string }[];
};

/** As in `FormInput`: text in one language, prices in cents. */
export type PlainField = Named &
  (
    | { readonly kind: 'text' }
    | { readonly kind: 'paragraph' }
    | { readonly kind: 'link' }
    | { readonly kind: 'figure'; readonly unit: 'S$' }
  ) & {
    readonly zh?: never;
  };

type SpecialField = Named & { readonly kind: 'picture' | 'icon' | 'key' };

export type FieldSpec = PairedField | ListField | FocusField | ChoiceField | PlainField | SpecialField;
export type Fields = readonly FieldSpec[];

export interface BlockSpec {
  readonly title: string;
  /** Where it appears on the site. */
  readonly about: string;
  /** The page that shows it. */
  readonly page: string;
  readonly fields: Fields;
}

/** Values by field name, as in the API or a form. */
export type Values = Readonly<Record<string, unknown>>;

export function isPaired(field: FieldSpec): field is PairedField {
  return 'zh' in field && field.zh === true;
}

/** The service an entry is about: it appears on that service's page, or without one on all of them. */
export const serviceOption: FieldSpec = {
  kind: 'choice',
  name: 'service',
  label: 'Shown for',
  options: [{ value: '', label: 'All cleans' }, ...JOB_TYPE_OPTIONS],
};
