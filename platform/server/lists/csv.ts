import type { ItemOf, RecordField, RecordFields } from '../../contract/record-fields.ts';
import { showPhone } from '../../kernel/mobile.ts';

export interface CsvColumn<Item> {
  readonly heading: string;
  value(item: Item): CsvCell;
}

/** What a CSV file shows of a field: another value, or also another heading. */
type CsvOverride<Item> = ((item: Item) => CsvCell) | CsvColumn<Item>;

/** A column for each field of a record, unless its table says otherwise; `shown` replaces what columns show. */
export function csvOf<F extends RecordFields, Item extends ItemOf<F> = ItemOf<F>>(
  { names, table }: F,
  shown: { readonly [K in keyof F['table']]?: CsvOverride<Item> } = {},
): readonly CsvColumn<Item>[] {
  return names.flatMap((name): CsvColumn<Item>[] => {
    const { label, csv } = table[name] as RecordField;
    const override = shown[name];
    if (csv === false) return [];
    if (typeof override === 'object') return [override];
    return [{ heading: label, value: override ?? ((item) => cellOf((item as Values)[name])) }];
  });
}

type Values = Readonly<Record<string, unknown>>;

/** The last column of a record that can be moved to the trash. */
export const IN_TRASH: CsvColumn<{ readonly trash: 0 | 1 }> = {
  heading: 'In the trash',
  value: ({ trash }) => trash,
};

function cellOf(value: unknown): CsvCell {
  return Array.isArray(value) ? value.join(', ') : (value as CsvCell);
}

type CsvCell = string | number | boolean | null | undefined;

/** A time of the API in business time as spreadsheets read it: `2026-11-26 09:00`. */
export function csvTime(wire: string | null | undefined): string {
  return wire ? wire.slice(0, 16).replace('T', ' ') : '';
}

/** A mobile as people write it, whose space also keeps spreadsheets from reading a number: `9123 4567`. */
export function csvMobile(mobile: string | null | undefined): string {
  return showPhone(mobile ?? '');
}

interface DaysQuery {
  readonly from_date?: string | undefined;
  readonly to_date?: string | undefined;
}

/** The file's name without extension: `jobs-2026-11-01-to-2026-11-30`, or the day of the download, `jobs-2026-11-26`. */
export function csvFileName(
  name: string,
  { from_date: from, to_date: to }: DaysQuery,
  today: string,
): string {
  if (from === undefined && to === undefined) return `${name}-${today}`;
  if (from === to) return `${name}-${from}`;
  if (from === undefined) return `${name}-until-${to}`;
  return to === undefined ? `${name}-from-${from}` : `${name}-${from}-to-${to}`;
}
