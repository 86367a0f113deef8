import { z } from 'zod';
import { degrees, id, line } from './schemas.ts';
import { recordMarks } from './trash.ts';

/** A field of a record: requests, replies, rows, CSV files and forms derive from it. */
export interface RecordField {
  /** In forms and on pages, and its heading in CSV files. */
  readonly label: string;
  /** What a request may send. */
  readonly sent: z.ZodType;
  /** What replies contain, if `sent` converts; by default the same. */
  readonly shown?: z.ZodType;
  /** A new record must have it. */
  readonly required?: true;
  /** The value in a new record that does not have it. Without it the use case decides. */
  readonly initial?: unknown;
  /** Its column, if that has a different name. */
  readonly column?: string;
  /** Lists search it. */
  readonly searched?: true;
  /** False: not in CSV files. */
  readonly csv?: false;
  /** The person whom the record is about may not change it. */
  readonly officeOnly?: true;
}

type Table = Readonly<Record<string, RecordField>>;

type Shown<F extends RecordField> = F['shown'] extends z.ZodType ? F['shown'] : F['sent'];
type Draft<F extends RecordField> = F extends { readonly required: true }
  ? F['sent']
  : F extends { readonly initial: unknown }
    ? z.ZodDefault<F['sent']>
    : z.ZodOptional<F['sent']>;
type Initial<T extends Table> = {
  [K in keyof T as T[K] extends { readonly initial: unknown } ? K : never]: z.output<Shown<T[K]>>;
};

/** What derives from the table of any record. */
export interface RecordFields {
  readonly table: Table;
  readonly names: readonly string[];
  /** Schemas of a change; those of a new record; those of a reply. */
  readonly sent: z.ZodRawShape;
  readonly draft: z.ZodRawShape;
  readonly shown: z.ZodRawShape;
  /** The values of a new record, as far as they are given. */
  readonly initial: object;
  /** The columns that a list's search looks at. */
  readonly searched: readonly string[];
}

interface FieldsOf<T extends Table> extends RecordFields {
  readonly table: T;
  readonly names: readonly (keyof T & string)[];
  readonly sent: { readonly [K in keyof T]: T[K]['sent'] };
  readonly draft: { readonly [K in keyof T]: Draft<T[K]> };
  readonly shown: { readonly [K in keyof T]: Shown<T[K]> };
  readonly initial: Initial<T>;
}

/** The fields of a record that are columns of its table, in the order of CSV files. */
export function defineFields<const T extends Table>(table: T): FieldsOf<T> {
  const each = <V>(value: (field: RecordField) => V) =>
    Object.fromEntries(Object.entries(table).map(([name, field]) => [name, value(field)]));
  const draft = ({ sent, required, ...field }: RecordField) => {
    if (required) return sent;
    return 'initial' in field ? sent.default(field.initial) : sent.optional();
  };
  const initial = Object.entries<RecordField>(table).filter(([, field]) => 'initial' in field);
  return {
    table,
    names: Object.keys(table),
    sent: each(({ sent }) => sent),
    draft: each(draft),
    shown: each(({ sent, shown = sent }) => shown),
    initial: Object.fromEntries(initial.map(([name, field]) => [name, field.initial])),
    searched: Object.keys(table).filter((name) => table[name]?.searched),
  } as unknown as FieldsOf<T>;
}

/** The values of a record's fields, without id and marks. */
export type ValuesOf<F extends RecordFields> = z.output<z.ZodObject<F['shown']>>;
/** The values with what every record has. */
export type ItemOf<F extends RecordFields> = ValuesOf<F> & { readonly id: string } & z.output<
    z.ZodObject<typeof recordMarks>
  >;

/** The reply of a record: its fields, and `more` that is computed. */
export function recordReply<F extends RecordFields, M extends z.ZodRawShape>(fields: F, more: M) {
  return z.object({ id, ...(fields.shown as F['shown']), ...more, ...recordMarks });
}

/** An address without the postal code: required for homes, optional for others. */
export const placeTable = {
  addressLine1: { label: 'Address', sent: line(200), initial: '' },
  addressLine2: { label: 'Unit', sent: line(200), initial: '' },
  addressLine3: { label: 'Building', sent: line(200), initial: '' },
  country: { label: 'Country', sent: line(60), initial: 'Singapore' },
  latitude: { label: 'Latitude', sent: degrees(90), csv: false },
  longitude: { label: 'Longitude', sent: degrees(180), csv: false },
} as const;
