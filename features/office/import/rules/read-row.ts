import { CREDIT_TIERS } from '#features/people/customers/rules/credits.ts';
import { HOME_LANGUAGES } from '#features/people/customers/rules/homes.ts';
import { readMobile } from '#platform/kernel/mobile.ts';
import { POSTAL_CODE } from '#platform/kernel/postal.ts';
import { plainNumber } from '#platform/kernel/typed-text.ts';
import { FIELDS, type Kind } from './fields.ts';
import { splitFullName } from './full-name.ts';
import type { Mapping } from './sources.ts';

/** A row of the file: its cells by header. */
export type Cells = Readonly<Record<string, string>>;

/** A row in the words of the form, before its schema has checked it. */
export interface RowValues {
  readonly person: Readonly<Record<string, unknown>>;
  /** Null: the row has no home that can be stored. */
  readonly home: Readonly<Record<string, unknown>> | null;
  /** The office's note on a customer. */
  readonly note?: string;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
  /** What is read differently from how it is written, or left out. */
  readonly notes: readonly string[];
}

/** `="018956"`, as spreadsheets and our own lists write digits whose zeros must stay. */
const GUARDED_DIGITS = /^="(.*)"$/;
/** `'=SUM(1)`, as our own lists write a formula. */
const GUARDED_FORMULA = /^'(?=\s*[=+\-@])/;
const FORMULA = /^[=@]/;

/** What spreadsheets and exports write in place of a value that they do not have. */
const NO_VALUE =
  /^(?:#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|ERROR!|#+)|NULL|\(null\)|undefined)$/;

/** The text of a cell without the marks that protect it in spreadsheets. */
export function plainCell(cell: string): string {
  return cell.trim().replace(GUARDED_DIGITS, '$1').replace(GUARDED_FORMULA, '').trim();
}

/** Alt+Enter in a cell: fields of one line have commas instead. */
function oneLine(cell: string): string {
  return cell.replaceAll(/[\s,;]*[\r\n]+[\s,;]*/g, ', ');
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
  const lost = new Set<string>();
  const present = (field: string, columns: readonly string[]) => {
    const written = columns.map((column) => plainCell(cells[column] ?? '')).filter((cell) => cell !== '');
    const values = written.filter((cell) => !NO_VALUE.test(cell));
    if (values.length === 0)
      for (const cell of written)
        lost.add(`${labelOf(kind, field)}: ${cell} is no value, so it was left out.`);
    return values;
  };
  const values = Object.fromEntries(
    Object.entries(mapping).map(([field, columns]) => [field, readValue(field, present(field, columns))]),
  );
  const errors = Object.entries(values)
    .filter(([, value]) => FORMULA.test(value))
    .map(([field]) => ({ field, message: 'This cell has a formula. Enter its value.' }));
  const read = kind === 'customers' ? readCustomer(values) : readCleaner(values);
  return { ...read, errors: [...errors, ...read.errors], notes: [...lost, ...read.notes] };
}

function labelOf(kind: Kind, field: string): string {
  return FIELDS[kind].find(({ name }) => name === field)?.label ?? field;
}

/** The first column with a value; of phone numbers the first mobile, of e-mail addresses the first. */
function readValue(field: string, written: readonly string[]): string {
  if (field === 'mobile') {
    const numbers = written.flatMap((cell) => cell.split(/[;/\n]|,(?=.*\d{4})/)).map((part) => part.trim());
    return numbers.find((number) => readMobile(number) !== null) ?? written[0] ?? '';
  }
  const [first = ''] = written;
  if (field === 'email') return first.split(/[,;\n]/)[0]?.trim() ?? '';
  return field === 'note' ? first : oneLine(first);
}

type Values = Readonly<Record<string, string>>;

const PERSON = ['salutation', 'firstname', 'lastname', 'displayName', 'mobile', 'email'];
const HOME = ['addressLine1', 'addressLine2', 'label', 'type'];

function readCustomer(values: Values): RowValues {
  const { addressLine1 = '', hasPets = '', genderPreference: gender = '' } = values;
  const { postal, notes } = readPostal(values.postal ?? '');
  const isHome = POSTAL_CODE.test(postal) && addressLine1 !== '';
  const pets = readFlag('hasPets', hasPets);
  const credits = readCredits(values);
  const note = [values.note ?? '', values.customerSince ? `Customer since ${values.customerSince}` : ''];
  const home = {
    ...pick(values, HOME),
    postal,
    ...pets.read,
    ...(values.languagePreference && { languagePreference: readLanguage(values.languagePreference) }),
    ...(gender !== '' && { genderPreference: readGender(gender) }),
  };
  return {
    person: { ...readName(values), ...credits.read },
    home: isHome ? home : null,
    ...(note.some(Boolean) && { note: note.filter(Boolean).join('\n') }),
    errors: [...credits.errors, ...(isHome ? pets.errors : [])],
    notes: [...credits.notes, ...(isHome ? notes : noHome(addressLine1, postal))],
  };
}

/** The names of a person; a full name stands in for a missing first name. */
function readName(values: Values): Record<string, string> {
  const named = pick(values, PERSON);
  if (named.firstname !== undefined || !values.fullname) return named;
  const { firstname, lastname, displayName } = splitFullName(values.fullname);
  return { ...pick({ firstname, lastname, displayName }, PERSON), ...named };
}

const ANY_GENDER = /^(?:any|none|no|no preference|either|both|不限|-)$/i;

function readGender(written: string): string {
  if (ANY_GENDER.test(written)) return '';
  const gender = written.toLowerCase().replace(/^(?:ladies|lady|woman|women)$/, 'f');
  return GENDERS[gender] ?? gender;
}

/** A language of the form by either of its names; others as they are written. */
function readLanguage(written: string): string {
  const wanted = written.toLowerCase().replace(/^(?:chinese|华语|华文)$/, 'mandarin');
  const known = HOME_LANGUAGES.find(({ name, ownName }) =>
    [name, ownName].some((one) => one.toLowerCase() === wanted),
  );
  return known?.name ?? written;
}

/** Hours of credit of one rate; without a rate they are complimentary. */
function readCredits({ creditHours = '', creditRate = '' }: Values) {
  const notes: string[] = [];
  if (creditHours === '') return { read: {}, errors: [], notes };
  const numCredits = numberOf(creditHours);
  const perHour = creditRate === '' ? 0 : numberOf(creditRate);
  const errors = [
    ...(numCredits === null
      ? [{ field: 'creditHours', message: 'Enter a number of hours, like 12.5.' }]
      : []),
    ...(CREDIT_TIERS.some((tier) => tier === perHour)
      ? []
      : [{ field: 'creditRate', message: `Enter a rate in dollars: ${CREDIT_TIERS.join(', ')}.` }]),
  ];
  if (errors.length > 0 || numCredits === 0) return { read: {}, errors, notes };
  const rate = perHour === 0 ? 'complimentary' : `at S$${perHour}`;
  notes.push(`With ${creditHours} credit hours, ${rate}. An undo of the import keeps this customer.`);
  return { read: { credits: [{ perHour, numCredits }] }, errors, notes };
}

/** `12.5`, `12,5`, `S$27`, `12 h`; null for anything else. */
function numberOf(written: string): number | null {
  const digits = /^(?:S?\$)?\s*(\d{1,4}(?:[.,]\d{1,2})?)\s*(?:h|hrs?|hours?)?$/i.exec(written)?.[1];
  return digits === undefined ? null : Number(digits.replace(',', '.'));
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
    ...readName(values),
    ...pick(values, ['addressLine1', 'addressLine2', 'languages']),
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
  const digits = plainNumber(written);
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
