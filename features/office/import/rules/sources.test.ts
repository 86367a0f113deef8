import { expect, test } from 'vitest';
import { plainHeader } from './fields.ts';
import { guessSource, missingFields, presetMapping } from './sources.ts';

const JOBBER = [
  'J-ID',
  'Display Name',
  'Title',
  'First Name',
  'Last Name',
  'Is Company?',
  'Company Name',
  'Main Phone #s',
  'Mobile Phone #s',
  'Text Message Enabled Phone #',
  'E-mails',
  'Billing Street 1',
  'Billing Zip code',
  'Service Property Name',
  'Service Street 1',
  'Service Street 2',
  'Service Zip code',
  'CFT[Referred By]',
];
const BOOKINGKOALA = [
  'First name',
  'Last name',
  'Full name',
  'Company name',
  'Email address',
  'Phone number',
  'Address',
  'Apt. No.',
  'City',
  'State',
  'Zip/Postal code',
  'Created on',
];

test.each([
  ['Zip/Postal code', 'zip postal code'],
  ['  E-mail ', 'e mail'],
  ['Ｍｏｂｉｌｅ', 'mobile'],
  ['邮编', '邮编'],
  ['Main Phone #s', 'main phone s'],
])('%j is compared as %j', (header, plain) => {
  expect(plainHeader(header)).toBe(plain);
});

test.each([
  ['customers', JOBBER, 'jobber'],
  ['customers', BOOKINGKOALA, 'bookingkoala'],
  ['customers', ['First name', 'Mobile', 'E-mail'], 'kemas'],
  ['customers', ['Name', 'HP', 'Email'], 'other'],
  ['cleaners', JOBBER, 'other'],
  ['cleaners', ['First name', 'Mobile'], 'kemas'],
] as const)('the source of a file of %s is guessed by its headers', (kind, headers, source) => {
  expect(guessSource(kind, headers)).toBe(source);
});

test('maps a client export of Jobber: mobile numbers before others, the property as the home', () => {
  expect(presetMapping('customers', 'jobber', JOBBER)).toEqual({
    salutation: ['Title'],
    firstname: ['First Name', 'Display Name', 'Company Name'],
    lastname: ['Last Name'],
    displayName: [],
    mobile: ['Mobile Phone #s', 'Text Message Enabled Phone #', 'Main Phone #s'],
    email: ['E-mails'],
    addressLine1: ['Service Street 1'],
    addressLine2: ['Service Street 2'],
    postal: ['Service Zip code'],
    label: ['Service Property Name'],
    type: [],
    hasPets: [],
    fullname: [],
    languagePreference: [],
    genderPreference: [],
    note: [],
    customerSince: [],
    creditHours: [],
    creditRate: [],
  });
});

test('maps a customer export of BookingKoala', () => {
  expect(presetMapping('customers', 'bookingkoala', BOOKINGKOALA)).toMatchObject({
    firstname: ['First name', 'Company name'],
    fullname: ['Full name'],
    mobile: ['Phone number'],
    email: ['Email address'],
    addressLine1: ['Address'],
    addressLine2: ['Apt. No.'],
    postal: ['Zip/Postal code'],
  });
});

test('maps other files by what their headers say, in English and Chinese', () => {
  const mapping = presetMapping('customers', 'other', ['姓名', '手机', 'Email', '地址', '邮编', 'Remarks']);
  expect(mapping).toMatchObject({
    firstname: [],
    fullname: ['姓名'],
    note: ['Remarks'],
    mobile: ['手机'],
    email: ['Email'],
    addressLine1: ['地址'],
    postal: ['邮编'],
  });
  expect(missingFields('customers', mapping)).toEqual([]);
});

test('a column with the full name is guessed, and stands for the first name', () => {
  const mapping = presetMapping('customers', 'other', ['Client Name', 'HP', 'Email']);
  expect(mapping).toMatchObject({ fullname: ['Client Name'], firstname: [] });
  expect(missingFields('customers', mapping)).toEqual([]);
});

test('names the required fields without a column', () => {
  expect(missingFields('customers', presetMapping('customers', 'other', ['Mobile']))).toEqual([
    'First name',
    'E-mail',
  ]);
  expect(missingFields('cleaners', presetMapping('cleaners', 'other', ['Name', 'Phone']))).toEqual([]);
});
