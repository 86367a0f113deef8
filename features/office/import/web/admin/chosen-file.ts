import { BYTE_ORDER_MARK, csvLine } from '#platform/kernel/csv.ts';
import { saveFile } from '#platform/web/api/save-file.ts';
import { t } from '#platform/web/i18n/office.ts';
import { FIELDS, type Kind } from '../../rules/fields.ts';
import type { Mapping, Source } from '../../rules/sources.ts';
import type { CheckedRow } from './check-rows.ts';
import type { FileTable } from './read-file.ts';

const CSV = 'text/csv;charset=utf-8';

/** The template of a kind as CSV: its headers and one example. */
export function templateOf(kind: Kind): string {
  const fields = FIELDS[kind];
  return (
    BYTE_ORDER_MARK +
    csvLine(fields.map(({ label }) => label)) +
    csvLine(fields.map(({ example }) => example))
  );
}

export function saveTemplate(kind: Kind): void {
  saveFile(new Blob([templateOf(kind)], { type: CSV }), `kemas-${kind}-template.csv`);
}

/** The rows to correct as CSV: their cells as they were, with the row number and the reason. */
export function correctionsOf(headers: readonly string[], rows: readonly CheckedRow[]): string {
  const lines = rows.map(({ row, cells, errors, notes }) => {
    const reasons = [...errors.map(({ field, message }) => `${field}: ${message}`), ...notes];
    return csvLine([...headers.map((header) => cells[header] ?? ''), row, reasons.join(' ')]);
  });
  return BYTE_ORDER_MARK + csvLine([...headers, t('Row'), t('Reason')]) + lines.join('');
}

export function saveCorrections(headers: readonly string[], rows: readonly CheckedRow[]): void {
  saveFile(new Blob([correctionsOf(headers, rows)], { type: CSV }), 'kemas-rows-to-correct.csv');
}

/** A file with the answers about it. */
export interface ChosenFile {
  /** Differs each time a file is chosen: the corrected file has the same name. */
  readonly id: string;
  readonly name: string;
  readonly table: FileTable;
  readonly kind: Kind;
  readonly source: Source;
  readonly mapping: Mapping;
}
