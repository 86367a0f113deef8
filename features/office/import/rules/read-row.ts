import { readMobile } from '#platform/kernel/mobile.ts';
import { POSTAL_CODE } from '#platform/kernel/postal.ts';
import type { Kind } from './fields.ts';
import type { Mapping } from './sources.ts';

/** A row of the file: its cells by header. */
export type Cells = Readonly<Record<string, string>>;

/** A row in the words of the form, before its schema has checked it. */
export interface RowValues {
  readonly person: Readonly<Record<string, unknown>>;
  /** Null: the row has no home that can be stored. */
  readonly home: Readonly<Record<string, unknown>> | null;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
  /** What is read differently from how it is written, or left out. */
  readonly notes: readonly string[];
}

/** `="018956"`, as spreadsheets and our own lists write digits whose zeros must stay. */
const GUARDED_DIGITS = /^="(.*)"$/;
/** `'=SUM(1)`, as our own lists write a formula. */
const GUARDED_FORMULA = /^'(?=\s*[=+\-@])/;
const FORMULA = /^[=@]/;

/** The text of a cell without the marks that protect it in spreadsheets. */
export function plainCell(cell: string): string {
  return cell.trim().replace(GUARDED_DIGITS, '$1').replace(GUARDED_FORMULA, '').trim();
}

const FLAGS: Readonly<Record<string, boolean>> = {
  yes: true,
  y: true,
  true: true,
  '1': true,
  是: true,
  有: true,
  no: false,
  n: false,
  false: false,
  '0': false,
  否: false,
  没有: false,
};
const GENDERS: Readonly<Record<string, string>> = { f: 'female', 女: 'female', m: 'male', 男: 'male' };

/** Reads a row by the mapping of its file. */
export function readRow(kind: Kind, mapping: Mapping, cells: Cells): RowValues {
  const values = Object.fromEntries(
    Object.entries(mapping).map(([field, columns]) => [field, readValue(field, columns, cells)]),
  );
  const errors = Object.entries(values)
    .filter(([, value]) => FORMULA.test(value))
    .map(([field]) => ({ field, message: 'This cell has a formula. Enter its value.' }));
  const read = kind === 'customers' ? readCustomer(values) : readCleaner(values);
  return { ...read, errors: [...errors, ...read.errors] };
}

/** The first column with a value; of phone numbers the first mobile, of e-mail addresses the first. */
function readValue(field: string, columns: readonly string[], cells: Cells): string {
  const written = columns.map((column) => plainCell(cells[column] ?? '')).filter((cell) => cell !== '');
  if (field === 'mobile') {
    const numbers = written.flatMap((cell) => cell.split(/[;/\n]|,(?=.*\d{4})/)).map((part) => part.trim());
    return numbers.find((number) => readMobile(number) !== null) ?? written[0] ?? '';
  }
  const [first = ''] = written;
  return field === 'email' ? (first.split(/[,;\n]/)[0]?.trim() ?? '') : first;
}

type Values = Readonly<Record<string, string>>;

const PERSON = ['salutation', 'firstname', 'lastname', 'displayName', 'mobile', 'email'];
const HOME = ['addressLine1', 'addressLine2', 'label', 'type'];

function readCustomer(values: Values): RowValues {
  const { addressLine1 = '', hasPets = '' } = values;
  const { postal, notes } = readPostal(values.postal ?? '');
  const isHome = POSTAL_CODE.test(postal) && addressLine1 !== '';
  const pets = readFlag('hasPets', hasPets);
  const home = { ...pick(values, HOME), postal, ...pets.read };
  return {
    person: pick(values, PERSON),
    home: isHome ? home : null,
    errors: isHome ? pets.errors : [],
    notes: isHome ? notes : noHome(addressLine1, postal),
  };
}

function noHome(address: string, postal: string): string[] {
  if (address === '' && postal === '') return [];
  return [
    address === ''
      ? 'Imported without the home: the address is missing.'
      : 'Imported without the home: a postal code of six digits is missing.',
  ];
}

function readCleaner(values: Values): RowValues {
  const { postal, notes } = readPostal(values.postal ?? '');
  const pets = readFlag('avoidsPets', values.avoidsPets ?? '');
  const { gender = '' } = values;
  const person = {
    ...pick(values, [...PERSON, 'addressLine1', 'addressLine2', 'languages']),
    ...(postal !== '' && { postal }),
    ...(gender !== '' && { gender: GENDERS[gender.toLowerCase()] ?? gender.toLowerCase() }),
    ...pick(
      values,
      Object.keys(values).filter((field) => field.endsWith('Hours')),
    ),
    ...pets.read,
  };
  return { person, home: null, errors: pets.errors, notes };
}

/** Spreadsheets drop the first zero of `018956`. */
function readPostal(written: string): { readonly postal: string; readonly notes: string[] } {
  const digits = written.replace(/^(?:Singapore|SG|S)?\s*\(?(\d{5,6})\)?$/i, '$1');
  if (!/^\d{5}$/.test(digits)) return { postal: digits, notes: [] };
  return { postal: `0${digits}`, notes: [`The postal code is read as 0${digits}.`] };
}

function readFlag(field: string, written: string) {
  if (written === '') return { read: {}, errors: [] };
  const flag = FLAGS[written.toLowerCase()];
  if (flag !== undefined) return { read: { [field]: flag }, errors: [] };
  return { read: {}, errors: [{ field, message: 'Enter yes or no.' }] };
}

function pick(values: Values, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) =>
      values[name] === undefined || values[name] === '' ? [] : [[name, values[name]]],
    ),
  );
}
