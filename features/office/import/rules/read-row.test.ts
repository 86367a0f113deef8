import { expect, test } from 'vitest';
import { plainCell, readRow } from './read-row.ts';

test.each([
  [' Siew Hua ', 'Siew Hua'],
  ['="018956"', '018956'],
  ["'=SUM(1)", '=SUM(1)'],
  ["'+65 9123 4567", '+65 9123 4567'],
  ["O'Brien", "O'Brien"],
  ['林秀华', '林秀华'],
])('the cell %j is read as %j', (cell, text) => {
  expect(plainCell(cell)).toBe(text);
});

const MAPPING = {
  firstname: ['Name', 'Company'],
  mobile: ['Mobile', 'Phone'],
  email: ['E-mails'],
  addressLine1: ['Address'],
  postal: ['Postal'],
  hasPets: ['Pets'],
};
const read = (cells: Readonly<Record<string, string>>) => readRow('customers', MAPPING, cells);

test.each([
  ['91234567', '', '91234567'],
  ['62345678', '9123 4567', '9123 4567'],
  ['6234 5678; +65 9123-4567', '', '+65 9123-4567'],
  ['62345678', '', '62345678'],
  ['', '', undefined],
])('of the phone numbers %j and %j, %j is the mobile', (mobile, phone, expected) => {
  expect(read({ Mobile: mobile, Phone: phone }).person['mobile']).toBe(expected);
});

test.each([
  ['a@b.sg, c@d.sg', 'a@b.sg'],
  ['a@b.sg', 'a@b.sg'],
])('of the e-mail addresses %j, the first counts', (cell, email) => {
  expect(read({ 'E-mails': cell }).person['email']).toBe(email);
});

test.each([
  ['310145', '310145', []],
  ['S(310145)', '310145', []],
  ['Singapore 310145', '310145', []],
  ['18956', '018956', ['The postal code is read as 018956.']],
  ['18956.0', '018956', ['The postal code is read as 018956.']],
  ['310145.0', '310145', []],
  [' 310 145 ', '310145', []],
  ['310\u00a0145', '310145', []],
  ['="018956"', '018956', []],
])('the postal code %j is read as %j', (written, postal, notes) => {
  expect(read({ Address: 'Blk 1', Postal: written })).toMatchObject({ home: { postal }, notes });
});

test.each([
  ['Blk 1', '', 'Imported without the home: a postal code of six digits is missing.'],
  ['1 High St, London', 'SW1A 1AA', 'Imported without the home: a postal code of six digits is missing.'],
  ['', '310145', 'Imported without the home: the address is missing.'],
])('without a Singapore address (%j, %j) there is no home', (address, postal, note) => {
  expect(read({ Address: address, Postal: postal })).toMatchObject({ home: null, notes: [note], errors: [] });
});

test('a row without an address has nothing to say about a home', () => {
  expect(read({ Name: 'Mei' })).toEqual({ person: { firstname: 'Mei' }, home: null, errors: [], notes: [] });
});

test.each(['1895.60', '18956.5'])('the fraction %j is no postal code', (postal) => {
  expect(read({ Address: 'Blk 1', Postal: postal })).toMatchObject({
    home: null,
    notes: ['Imported without the home: a postal code of six digits is missing.'],
  });
});

test.each(['#N/A', '#REF!', 'NULL', '#####'])('%j is no value', (cell) => {
  const row = read({ Name: 'Mei', Address: cell, Postal: '310145' });
  expect(row).toMatchObject({
    person: { firstname: 'Mei' },
    home: null,
    notes: [
      `Address: ${cell} is no value, so it was left out.`,
      'Imported without the home: the address is missing.',
    ],
  });
  expect(read({ Name: cell, Company: 'Kopi Pte Ltd' })).toMatchObject({
    person: { firstname: 'Kopi Pte Ltd' },
    notes: [],
  });
});

test('line breaks in a cell become commas, except in notes', () => {
  const mapping = { addressLine1: ['Address'], postal: ['Postal'], note: ['Note'] };
  const cells = { Address: 'Blk 1,\r\n Toa Payoh\n', Postal: '310145', Note: 'Dog\nKey with the guard' };
  expect(readRow('customers', mapping, cells)).toMatchObject({
    home: { addressLine1: 'Blk 1, Toa Payoh' },
    note: 'Dog\nKey with the guard',
  });
});

test('the wishes of a home, notes, the first year and hours of credit are read', () => {
  const names = [
    'languagePreference',
    'genderPreference',
    'note',
    'customerSince',
    'creditHours',
    'creditRate',
  ];
  const mapping = Object.fromEntries([...names, 'addressLine1', 'postal'].map((name) => [name, [name]]));
  const of = (cells: Readonly<Record<string, string>>) =>
    readRow('customers', mapping, { addressLine1: 'Blk 1', postal: '310145', ...cells });
  expect(
    of({
      languagePreference: 'chinese',
      genderPreference: 'Lady',
      note: 'Key with the guard',
      customerSince: '2021',
      creditHours: '12,5 h',
      creditRate: 'S$27',
    }),
  ).toMatchObject({
    person: { credits: [{ perHour: 27, numCredits: 12.5 }] },
    home: { languagePreference: 'Mandarin', genderPreference: 'female' },
    note: 'Key with the guard\nCustomer since 2021',
    errors: [],
    notes: ['With 12,5 h credit hours, at S$27. An undo of the import keeps this customer.'],
  });
  expect(of({ creditHours: '4' }).person).toEqual({ credits: [{ perHour: 0, numCredits: 4 }] });
  expect(of({ genderPreference: 'no preference' }).home).toMatchObject({ genderPreference: '' });
  expect(of({ creditHours: 'some', creditRate: '30' }).errors.map(({ field }) => field)).toEqual([
    'creditHours',
    'creditRate',
  ]);
});

test('a full name is split where the first name is missing', () => {
  const mapping = { firstname: ['First'], fullname: ['Client Name'] };
  const of = (cells: Readonly<Record<string, string>>) => readRow('customers', mapping, cells).person;
  expect(of({ 'Client Name': 'Lim Siew Hua' })).toEqual({
    firstname: 'Siew Hua',
    lastname: 'Lim',
    displayName: 'Lim Siew Hua',
  });
  expect(of({ First: 'Mei', 'Client Name': 'Lim Siew Hua' })).toEqual({ firstname: 'Mei' });
});

test('a company is named in place of a first name', () => {
  expect(read({ Name: '', Company: 'Kopi Pte Ltd' }).person['firstname']).toBe('Kopi Pte Ltd');
});

test('a formula is refused', () => {
  expect(read({ Name: '=HYPERLINK("http://x")' }).errors).toEqual([
    { field: 'firstname', message: 'This cell has a formula. Enter its value.' },
  ]);
});

test('pets are yes or no', () => {
  const home = { Address: 'Blk 1', Postal: '310145' };
  expect(read({ ...home, Pets: 'Yes' }).home).toMatchObject({ hasPets: true });
  expect(read({ ...home, Pets: '没有' }).home).toMatchObject({ hasPets: false });
  expect(read({ ...home, Pets: 'a cat' }).errors).toEqual([
    { field: 'hasPets', message: 'Enter yes or no.' },
  ]);
});

test('reads a cleaner with hours, gender and languages', () => {
  const columns = ['firstname', 'mobile', 'gender', 'languages', 'mondayHours', 'avoidsPets'];
  const mapping = Object.fromEntries(columns.map((name) => [name, [name]]));
  const cells = {
    firstname: 'Aminah',
    mobile: '81234567',
    gender: 'F',
    languages: 'English, Malay',
    mondayHours: '09:00-13:00',
    avoidsPets: 'no',
  };
  expect(readRow('cleaners', mapping, cells)).toEqual({
    person: { ...cells, gender: 'female', avoidsPets: false },
    home: null,
    errors: [],
    notes: [],
  });
});
