import Papa from 'papaparse';
import { t } from '#platform/web/i18n/office.ts';
import { MAX_ROWS } from '../../contract.ts';
import type { Cells } from '../../rules/read-row.ts';

/** Bytes: 20,000 rows of long addresses fit. */
const LARGEST_FILE = 10_000_000;

export interface FileRow {
  /** As a spreadsheet numbers it: the header is row 1. */
  readonly row: number;
  readonly cells: Cells;
}

export interface FileTable {
  readonly headers: readonly string[];
  readonly rows: readonly FileRow[];
}

/** Why a file cannot be read, as a sentence. */
interface UnreadableFile {
  readonly problem: string;
}

/** Reads a CSV file in UTF-8, with or without a byte order mark, or in the Windows-1252 of older spreadsheets. */
export async function readFile(file: File): Promise<FileTable | UnreadableFile> {
  if (file.size > LARGEST_FILE) return { problem: t('This file is larger than 10 MB. Split it.') };
  const text = decode(await file.arrayBuffer());
  return text === null
    ? { problem: t('This file is not in UTF-8. In Excel, save it as “CSV UTF-8 (Comma delimited)”.') }
    : readTable(text);
}

/** Bytes without a meaning in Windows-1252; and four others than ASCII in a row, as in Chinese encodings. */
const NOT_WINDOWS_1252 = /[\u0081\u008d\u008f\u0090\u009d]|[\u0080-\uffff]{4}/;

function decode(bytes: ArrayBuffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\u0000') ? null : text;
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes);
    return text.includes('\u0000') || NOT_WINDOWS_1252.test(text) ? null : text;
  }
}

/** Reads CSV with commas, semicolons or tabs, quoted as in RFC 4180. Rows without any value are left out. */
export function readTable(text: string): FileTable | UnreadableFile {
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), {
    delimitersToGuess: [',', ';', '\t'],
  });
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken)
    return {
      problem: t('Row {{row}} has a quotation mark that is not closed.', { row: (broken.row ?? 0) + 1 }),
    };
  const [first = [], ...others] = data;
  const headers = first.map((header) => header.trim());
  const problem = headerProblem(headers);
  if (problem !== null) return { problem };
  const rows = others
    .map((values, index) => ({ row: index + 2, values }))
    .filter(({ values }) => values.some((value) => value.trim() !== ''));
  if (rows.length === 0) return { problem: t('This file has no rows below its headers.') };
  if (rows.length > MAX_ROWS)
    return {
      problem: t('This file has more than {{max_rows}} rows. Split it.', {
        max_rows: MAX_ROWS.toLocaleString('en'),
      }),
    };
  const wide = rows.find(({ values }) => values.slice(headers.length).some((value) => value.trim() !== ''));
  if (wide) return { problem: t('Row {{row}} has more cells than there are headers.', { row: wide.row }) };
  return {
    headers: headers.filter((header) => header !== ''),
    rows: rows.map(({ row, values }) => ({ row, cells: cellsOf(headers, values) })),
  };
}

function headerProblem(headers: readonly string[]): string | null {
  const named = headers.filter((header) => header !== '');
  if (named.length === 0) return t('This file is empty. The first row must have the names of the columns.');
  const twice = named.find((header, index) => named.indexOf(header) !== index);
  return twice === undefined ? null : t('Two columns are called “{{twice}}”. Rename one.', { twice });
}

function cellsOf(headers: readonly string[], values: readonly string[]): Cells {
  return Object.fromEntries(
    headers.flatMap((header, index) => (header === '' ? [] : [[header, values[index] ?? '']])),
  );
}
