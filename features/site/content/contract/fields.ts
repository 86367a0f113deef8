/**
 * The fields of the site's content. A field is described once: its schema in English, its schema in Chinese if it is
 * translated, and its input in the office's form. Blocks and entries consist of such fields.
 */
import { z } from 'zod';
import { JOB_TYPES } from '#features/catalogue/packages/rules/package.ts';
import { cents, line, paragraph } from '#platform/contract/schemas.ts';
import { isOwnPicture, isSafeLink } from '../rules/addresses.ts';

/** A text of one line, of some lines, and with markup, which is sanitised both when it is saved and when it is read. */
const words = line(200);
const sentences = paragraph(1000);
const markup = paragraph(20_000);
/** The URL of a page, of another site, or of an e-mail address or phone number. */
const href = line(500).refine(isSafeLink, {
  error: 'Start with / for a page on this site, or with https://, mailto: or tel:.',
});

interface Named {
  readonly label: string;
  readonly hint?: string;
  readonly schema: z.ZodType;
}

/** A text in English and Chinese. */
export interface TranslatedField extends Named {
  readonly kind: 'text' | 'paragraph' | 'rich';
  readonly zh: z.ZodType;
  /** The picture that it describes. */
  readonly of?: string;
}

export interface ListField extends Named {
  readonly kind: 'list';
  /** Missing if none of its fields is translated. */
  readonly zh?: z.ZodType;
  /** The noun for one entry, `step`: Add step, Move step. */
  readonly one: string;
  /** The field used as the entry's title. */
  readonly nameOf: string;
  readonly fields: Fields;
}

export interface FocusField extends Named {
  readonly kind: 'focus';
  readonly zh?: never;
  /** The fields of the pictures it applies to; it is set on the first that has one. */
  readonly of: readonly string[];
}

export interface PlainField extends Named {
  readonly kind: 'text' | 'link' | 'price' | 'service' | 'picture' | 'icon' | 'key';
  readonly zh?: never;
}

export type Field = TranslatedField | ListField | FocusField | PlainField;
/** By name, in the order of the form. */
export type Fields = Readonly<Record<string, Field>>;

export function isTranslated(field: Field): field is TranslatedField {
  return field.kind !== 'list' && field.zh !== undefined;
}

/* Constructors: `text('Heading')`. */

type More = Pick<Named, 'hint'>;

const translated = <K extends TranslatedField['kind'], S extends z.ZodType, Z extends z.ZodType>(
  kind: K,
  { label, schema, zh, ...more }: { label: string; schema: S; zh: Z } & More & { of?: string },
) => ({ kind, label, schema, zh, ...more });

export function text(label: string, more: More = {}) {
  return translated('text', { label, schema: words, zh: words, ...more });
}

/** A text whose English is required or has its own limit. */
export function textOf<S extends z.ZodType>(label: string, schema: S) {
  return translated('text', { label, schema, zh: words });
}

export function sentence(label: string, more: More = {}) {
  return translated('paragraph', { label, schema: sentences, zh: sentences, ...more });
}

export function rich(label: string) {
  return translated('rich', { label, schema: markup, zh: markup });
}

/** The alternative text of a picture. */
export function description(label: string, of: string) {
  return translated('text', { label, schema: words.default(''), zh: words, of, hint: FOR_SCREEN_READERS });
}

/** The same, if it has to be sent. */
export function sentDescription(label: string, of: string) {
  return translated('text', { label, schema: words, zh: words, of, hint: FOR_SCREEN_READERS });
}

const FOR_SCREEN_READERS = 'For people who cannot see the picture.';

const plain = <S extends z.ZodType>(kind: PlainField['kind'], label: string, schema: S, more: More = {}) => ({
  kind,
  label,
  schema,
  ...more,
});

/** A text that is the same in both languages. */
export function untranslated<S extends z.ZodType>(label: string, schema: S, more: More = {}) {
  return plain('text', label, schema, more);
}

export function link(label: string) {
  return plain('link', label, href);
}

export function optionalLink(label: string) {
  return plain('link', label, z.union([z.literal(''), href]), { hint: 'Optional.' });
}

/** Cents. */
export function price(label: string) {
  return plain('price', label, cents);
}

/** The service that it is about: it appears on that service's page, or, if empty, on all of them. */
export function service(label: string) {
  const schema = z.enum(['', ...JOB_TYPES], { error: 'Choose a clean, or all of them.' });
  return plain('service', label, schema);
}

export function picture(label: string) {
  const schema = line(200).refine((url) => url === '' || isOwnPicture(url), {
    error: 'Upload the picture first.',
  });
  return plain('picture', label, schema);
}

/** The name of an illustration: `mop`. */
export function icon(label = 'Icon') {
  return plain('icon', label, line(40).regex(/^[a-z0-9-]*$/, { error: 'Choose an icon from the list.' }));
}

/** A value that the form makes up and does not show. */
export function key(label: string) {
  return plain('key', label, line(40));
}

/** The focal point of cropped pictures, percent from the left and from the top. */
export function focus(label: string, of: readonly string[]) {
  const percent = z.number().min(0).max(100);
  return {
    kind: 'focus' as const,
    label,
    of,
    hint: 'When the picture is cropped to fit a screen, this point stays in view.',
    schema: z.strictObject({ x: percent, y: percent }).optional(),
  };
}

/** More than any page needs. */
export const MAX_ENTRIES = 60;

interface ListParts<F extends Fields> {
  readonly one: string;
  readonly nameOf: keyof F & string;
  readonly fields: F;
}

export function list<const F extends Fields>(label: string, { one, nameOf, fields }: ListParts<F>) {
  const chinese = chineseOf(fields);
  return {
    kind: 'list',
    label,
    one,
    nameOf,
    fields,
    schema: z.array(z.strictObject(englishOf(fields))).max(MAX_ENTRIES),
    ...(Object.keys(chinese).length > 0 && {
      zh: z.array(z.strictObject(chinese).partial()).max(MAX_ENTRIES),
    }),
  } as ListOf<F>;
}

type ListOf<F extends Fields> = ListParts<F> & {
  readonly kind: 'list';
  readonly label: string;
  readonly schema: z.ZodArray<z.ZodObject<English<F>, z.core.$strict>>;
} & ([keyof Chinese<F>] extends [never] ? unknown : { readonly zh: z.ZodArray<Optional<Chinese<F>>> });

type Optional<S extends z.ZodRawShape> = z.ZodObject<{ [K in keyof S]: z.ZodOptional<S[K]> }, z.core.$strict>;

/* Schemas of all fields of a block or an entry. */

type English<F extends Fields> = { readonly [K in keyof F]: F[K]['schema'] };
type Chinese<F extends Fields> = {
  readonly [K in keyof F as F[K] extends { readonly zh: z.ZodType } ? K : never]: F[K] extends {
    readonly zh: infer Z extends z.ZodType;
  }
    ? Z
    : never;
};

export function englishOf<F extends Fields>(fields: F): English<F> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { schema }]) => [name, schema]),
  ) as unknown as English<F>;
}

/** Only the translated fields, in the same shape. */
export function chineseOf<F extends Fields>(fields: F): Chinese<F> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { zh }]) => (zh === undefined ? [] : [[name, zh]])),
  ) as unknown as Chinese<F>;
}

/** Content in English, and `zh` with its translation; missing texts are shown in English. */
export function contentOf<F extends Fields>(fields: F) {
  return z.strictObject({
    ...englishOf(fields),
    zh: z.strictObject(chineseOf(fields)).partial().optional(),
  });
}

/** The names of fields with markup, at any depth. All others are plain text. */
export function richNamesOf(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind === 'list') return richNamesOf(field.fields);
    return field.kind === 'rich' ? [name] : [];
  });
}

/** The initial value of a field in a form: a link leads to the front page until it is changed. */
export function blankOf({ kind }: Field): unknown {
  if (kind === 'focus') return undefined;
  if (kind === 'list') return [];
  if (kind === 'price') return 0;
  return kind === 'link' ? '/' : '';
}
