import type { z } from 'zod';
import { changeWeek } from '#features/people/cleaners/rules/week.ts';
import { WEEKDAYS } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { t } from '#platform/web/i18n/office.ts';
import { importedCleaner, importedCustomer } from '../../contract.ts';
import { FIELDS, type Kind, plainHeader } from '../../rules/fields.ts';
import { type RowValues, readRow } from '../../rules/read-row.ts';
import type { Mapping } from '../../rules/sources.ts';
import type { FileRow } from './read-file.ts';

interface RowError {
  /** The field's label: "Mobile". */
  readonly field: string;
  readonly message: string;
}

/** What the dry run says about a row. */
export interface CheckedRow extends FileRow {
  readonly name: string;
  /** `home`: another home of the person in an earlier row. */
  readonly outcome: 'new' | 'home' | 'there' | 'wrong';
  readonly errors: readonly RowError[];
  readonly notes: readonly string[];
  /** The person in the form's words, with all homes; only of `new` and `there`. */
  readonly person: ReadPerson | null;
  /** The earlier row of the person, for another home. */
  readonly homeOf?: number;
  /** The record of someone who is there already. */
  readonly recordID?: string;
}

export interface ReadPerson {
  readonly row: number;
  readonly person: { readonly mobile: string; readonly email?: string | undefined };
  readonly homes?: readonly ReadHome[];
}

interface ReadHome {
  readonly postal: string;
  readonly addressLine1: string;
  readonly addressLine2?: string;
}

/** Rows that are checked before the browser gets a chance to respond: about 50 ms of work. */
const CHUNK_SIZE = 250;

/** Checks each row by the schema of the form, and finds the rows about one person. Writes and sends nothing. */
export async function checkRows(
  kind: Kind,
  mapping: Mapping,
  rows: readonly FileRow[],
): Promise<CheckedRow[]> {
  const before: Before = { checked: [], byMobile: new Map(), byEmail: new Map() };
  for (const [index, row] of rows.entries()) {
    if (index % CHUNK_SIZE === 0) await new Promise((resolve) => setTimeout(resolve));
    before.checked.push(compare(kind, checkRow(kind, mapping, row), before));
  }
  return before.checked;
}

/** The rows before, and which of them has a number or an e-mail address. */
interface Before {
  readonly checked: CheckedRow[];
  readonly byMobile: Map<string, Known>;
  readonly byEmail: Map<string, Known>;
}

/** A row as another home of a person, or a repetition, if an earlier row is about the same person. */
function compare(kind: Kind, read: CheckedRow, { checked, byMobile, byEmail }: Before): CheckedRow {
  const { person } = read;
  if (person === null) return read;
  const { mobile, email = '' } = person.person;
  const sameMobile = byMobile.get(mobile);
  const sameEmail = kind === 'customers' && email !== '' ? byEmail.get(email) : undefined;
  const earlier = sameMobile ?? sameEmail;
  if (earlier === undefined) {
    const known = { index: checked.length, row: read.row };
    byMobile.set(mobile, known);
    if (email !== '') byEmail.set(email, known);
    return read;
  }
  const isSamePerson = kind === 'customers' && sameMobile !== undefined && sameMobile === sameEmail;
  const homes = person.homes ?? [];
  const first = checked[earlier.index];
  if (!isSamePerson || homes.length === 0 || first?.person === undefined || first.person === null)
    return wrongTwice(read, earlier.row, sameMobile ? t('Mobile') : 'E-mail');
  const known = first.person.homes ?? [];
  const further = homes.filter((home) => !known.some((other) => isSameHome(home, other)));
  checked[earlier.index] = { ...first, person: { ...first.person, homes: [...known, ...further] } };
  const what = further.length > 0 ? t('Another home of') : t('The same home as in');
  const notes = [t('{{what}} row {{row}}.', { what, row: earlier.row }), ...read.notes];
  return { ...read, outcome: 'home', homeOf: earlier.row, person: null, notes };
}

/** By postal code, address and unit, however they are spaced and capitalised. */
function isSameHome(one: ReadHome, other: ReadHome): boolean {
  const plain = ({ postal, addressLine1, addressLine2 }: ReadHome) =>
    [postal, addressLine1, addressLine2].map((line) => plainHeader(line ?? '')).join('\n');
  return plain(one) === plain(other);
}

interface Known {
  readonly index: number;
  readonly row: number;
}

function wrongTwice(read: CheckedRow, row: number, field: string): CheckedRow {
  return {
    ...read,
    outcome: 'wrong',
    person: null,
    errors: [{ field, message: t('Row {{row}} has the same.', { row }) }],
  };
}

function checkRow(kind: Kind, mapping: Mapping, fileRow: FileRow): CheckedRow {
  const values = readRow(kind, mapping, fileRow.cells);
  const name = nameOf(values.person);
  const sent = kind === 'customers' ? customerOf(values, fileRow.row) : cleanerOf(values, fileRow.row);
  const schema = kind === 'customers' ? importedCustomer : importedCleaner;
  const parsed = schema.safeParse(sent);
  const errors = [...values.errors, ...weekErrors(kind, values.person), ...issuesOf(parsed, sent)];
  const { notes } = values;
  if (parsed.success && errors.length === 0)
    return { ...fileRow, name, outcome: 'new', errors: [], notes, person: parsed.data };
  return { ...fileRow, name, outcome: 'wrong', errors: labelled(kind, errors), notes, person: null };
}

function nameOf(person: RowValues['person']): string {
  const { firstname, lastname, displayName } = person;
  return fullnameOf({
    firstname: String(firstname ?? ''),
    lastname: String(lastname ?? ''),
    displayName: String(displayName ?? ''),
  });
}

function customerOf({ person, home, note }: RowValues, row: number) {
  return { row, person, homes: home === null ? [] : [home], ...(note !== undefined && { note }) };
}

function cleanerOf({ person }: RowValues, row: number) {
  return { row, person };
}

function weekErrors(kind: Kind, person: RowValues['person']) {
  if (kind === 'customers') return [];
  const hours = Object.fromEntries(
    WEEKDAYS.flatMap((weekday) => {
      const written = person[`${weekday}Hours`];
      return typeof written === 'string' ? [[`${weekday}Hours`, written]] : [];
    }),
  );
  return changeWeek({}, hours).errors.map(({ path, message }) => ({ field: path, message }));
}

function issuesOf(parsed: z.ZodSafeParseResult<unknown>, sent: unknown) {
  if (parsed.success) return [];
  return parsed.error.issues.map((issue) => ({
    field: issue.path.includes('credits') ? 'creditHours' : String(issue.path.at(-1) ?? ''),
    message: isMissing(sent, issue.path) ? t('Fill this in.') : issue.message,
  }));
}

function isMissing(sent: unknown, path: readonly PropertyKey[]): boolean {
  const value = path.reduce<unknown>(
    (inside, key) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, key) : undefined),
    sent,
  );
  return value === undefined;
}

/** One error for each field, under its label. */
function labelled(
  kind: Kind,
  errors: readonly { readonly field: string; readonly message: string }[],
): RowError[] {
  const first = errors.filter(
    ({ field }, index) => errors.findIndex((other) => other.field === field) === index,
  );
  return first.map(({ field, message }) => ({
    field: FIELDS[kind].find(({ name }) => name === field)?.label ?? field,
    message,
  }));
}
