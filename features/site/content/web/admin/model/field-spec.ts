/** What the form needs to know of a block's fields; their checks are the contract's. */
interface Named {
  /** As the contract calls it. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
}

/** Words that are written in English and in 中文. */
export type PairedField = Named & {
  readonly kind: 'text' | 'paragraph' | 'rich';
  readonly zh: true;
  /** The picture beside it that it describes. */
  readonly of?: string;
};

export type ListField = Named & {
  readonly kind: 'list';
  /** `step`: Add step, Move step. */
  readonly one: string;
  /** The field that says which entry it is. */
  readonly nameOf: string;
  readonly fields: readonly FieldSpec[];
};

export type FocusField = Named & {
  readonly kind: 'focus';
  /** The fields of the pictures that it belongs to; it is picked on the first that there is. */
  readonly of: readonly string[];
};

export type ChoiceField = Named & {
  readonly kind: 'choice';
  readonly options: readonly { readonly value: string; readonly label: string }[];
};

/** As `FormInput` shows it: what people type in one language, prices in cents. */
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

/** Values by the names of fields, as the wire or a form has them. */
export type Values = Readonly<Record<string, unknown>>;

export function isPaired(field: FieldSpec): field is PairedField {
  return 'zh' in field && field.zh === true;
}
