import { expect, test } from 'vitest';
import { NOBODY, personFromSearch } from './customer-field.tsx';

test.each([
  ['', NOBODY],
  ['9123 4567', { ...NOBODY, mobile: '9123 4567' }],
  ['+65 9123 4567', { ...NOBODY, mobile: '9123 4567' }],
  ['6591234567', { ...NOBODY, mobile: '91234567' }],
  ['9123', { ...NOBODY, mobile: '9123' }],
  ['mei@example.com', { ...NOBODY, email: 'mei@example.com' }],
  ['mei', { ...NOBODY, firstname: 'Mei' }],
  [' mei ling  tan ', { ...NOBODY, firstname: 'Mei Ling', lastname: 'Tan' }],
  ['mdm. tan', { ...NOBODY, salutation: 'Mdm', lastname: 'Tan' }],
  ['Mr Benjamin Ho', { ...NOBODY, salutation: 'Mr', firstname: 'Benjamin', lastname: 'Ho' }],
  ['tan mei ling', { ...NOBODY, firstname: 'Mei Ling', lastname: 'Tan' }],
  ['Mdm Lim Siew Hua', { ...NOBODY, salutation: 'Mdm', firstname: 'Siew Hua', lastname: 'Lim' }],
  ['Lee Tan', { ...NOBODY, firstname: 'Lee', lastname: 'Tan' }],
  ['Mdm', { ...NOBODY, salutation: 'Mdm' }],
  ['陈美玲', { ...NOBODY, firstname: '陈美玲' }],
])('fills a new customer from %j', (typed, person) => {
  expect(personFromSearch(typed)).toEqual(person);
});
