import { FIELDS, type Kind, plainHeader } from './fields.ts';

/** Where a file comes from. */
export const SOURCES = ['kemas', 'jobber', 'bookingkoala', 'other'] as const;
export type Source = (typeof SOURCES)[number];

/** By field: the columns, in the order in which they are tried. */
export type Mapping = Readonly<Record<string, readonly string[]>>;

/**
 * Jobber's client export: one row for each property of a client. Several phone numbers in a cell are separated by
 * semicolons, several e-mail addresses by commas. Billing addresses, tags and custom fields (`CFT[…]`, `PFT[…]`) are not
 * imported.
 *
 * Not checked against Jobber's own page (Help Center, "Export Client Information"): the columns are those that other
 * importers of such files read. `Service Zip code` also occurs without `code`.
 */
const JOBBER: Mapping = {
  salutation: ['Title'],
  firstname: ['First Name', 'Display Name', 'Company Name'],
  lastname: ['Last Name'],
  mobile: [
    'Mobile Phone #s',
    'Text Message Enabled Phone #',
    'Main Phone #s',
    'Work Phone #s',
    'Home Phone #s',
    'Other Phone #s',
  ],
  email: ['E-mails'],
  addressLine1: ['Service Street 1'],
  addressLine2: ['Service Street 2'],
  postal: ['Service Zip code', 'Service Zip'],
  label: ['Service Property Name'],
};

/**
 * BookingKoala's customer export (Customers → Customers → Export). Digits are wrapped as `="310145"`, against
 * spreadsheets that drop zeros. City and state are not needed in Singapore.
 *
 * Not checked against BookingKoala's own page ("How to export customer data"): the columns are those that others quote
 * from it: First name, Last name, Full name, Company name, Email address, Phone number, Address, Apt. No., City, State,
 * Zip/Postal code, Created on.
 */
const BOOKINGKOALA: Mapping = {
  firstname: ['First name', 'Company name'],
  lastname: ['Last name'],
  fullname: ['Full name'],
  mobile: ['Phone number'],
  email: ['Email address'],
  addressLine1: ['Address'],
  addressLine2: ['Apt. No.'],
  postal: ['Zip/Postal code'],
  customerSince: ['Created on'],
};

/** The sources that export people of a kind. */
export const SOURCES_OF: Readonly<Record<Kind, readonly Source[]>> = {
  customers: ['kemas', 'jobber', 'bookingkoala', 'other'],
  cleaners: ['kemas', 'other'],
};

/** The mapping of a file: the columns that its source is known for, otherwise those whose headers say what they are. */
export function presetMapping(kind: Kind, source: Source, headers: readonly string[]): Mapping {
  const known = { kemas: null, other: null, jobber: JOBBER, bookingkoala: BOOKINGKOALA }[source];
  return Object.fromEntries(
    FIELDS[kind].map(({ name, label, aliases, several }) => {
      const wanted = known === null ? [label, ...aliases] : (known[name] ?? []);
      const found = wanted.flatMap((header) => findHeader(headers, header));
      return [name, known === null && !several ? found.slice(0, 1) : found];
    }),
  );
}

function findHeader(headers: readonly string[], wanted: string): string[] {
  const found = headers.find((header) => plainHeader(header) === plainHeader(wanted));
  return found === undefined ? [] : [found];
}

/** The source that a file's headers belong to, to be suggested. */
export function guessSource(kind: Kind, headers: readonly string[]): Source {
  const plain = new Set(headers.map(plainHeader));
  const has = (...wanted: string[]) => wanted.every((header) => plain.has(plainHeader(header)));
  if (kind === 'customers' && has('First Name', 'E-mails', 'Service Street 1')) return 'jobber';
  if (kind === 'customers' && has('Email address', 'Phone number', 'Zip/Postal code')) return 'bookingkoala';
  const required = FIELDS[kind].filter(({ isRequired }) => isRequired);
  return has(...required.map(({ label }) => label)) ? 'kemas' : 'other';
}

/** The required fields without a column. */
export function missingFields(kind: Kind, mapping: Mapping): string[] {
  const has = (name: string) => (mapping[name] ?? []).length > 0;
  return FIELDS[kind]
    .filter(({ name, isRequired }) => isRequired && !has(name) && !(name === 'firstname' && has('fullname')))
    .map(({ label }) => label);
}
