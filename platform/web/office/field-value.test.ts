// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { fieldValue, storedValues } from './field-value.tsx';
import type { FormField } from './form-fields.ts';

const options = [
  { value: 'a', label: 'Apples' },
  { value: 'b', label: 'Pears' },
];

test.each<[FormField, unknown, unknown]>([
  [{ label: 'Name' }, 'Siti', 'Siti'],
  [{ label: 'Name' }, '', undefined],
  [{ label: 'Position', kind: 'number' }, 0, '0'],
  [{ label: 'Fruit', kind: 'choice', options }, 'b', 'Pears'],
  [{ label: 'Fruit', kind: 'choice', options, none: 'Any' }, '', 'Any'],
  [{ label: 'Fruits', kind: 'ticks', options, none: 'All' }, [], 'All'],
  [{ label: 'Fruits', kind: 'ticks', options }, ['a', 'b'], 'Apples, Pears'],
  [{ label: 'Fruits', kind: 'ticks', options }, [], undefined],
  [{ label: 'Words', kind: 'tags', suggestions: [] }, ['x', 'y'], 'x, y'],
  [{ label: 'Mobile', kind: 'mobile' }, '6591234567', '9123 4567'],
  [{ label: 'Tier', kind: 'choice', options: [{ value: '0', label: 'Free' }], number: true }, 0, 'Free'],
  [{ label: 'Included', kind: 'flag' }, true, 'Yes'],
  [{ label: 'Included', kind: 'flag' }, false, 'No'],
  [{ label: 'Fruits', kind: 'several', options, none: 'All' }, [], 'All'],
  [{ label: 'Fruits', kind: 'several', options }, ['b'], 'Pears'],
  [{ label: 'Most', kind: 'number', none: 'No limit' }, null, 'No limit'],
  [{ label: 'From', kind: 'day', none: 'Open' }, null, 'Open'],
  [{ label: 'From', kind: 'day' }, '2026-11-23', 'Monday 23 November 2026'],
  [{ label: 'Price', kind: 'figure', unit: 'S$' }, 2000, 'S$20.00'],
])('%o with %o shows %o', (field, value, shown) => {
  expect(fieldValue(field, value)).toBe(shown);
});

test('the unit of a number can depend on another field', () => {
  const unit = ({ type }: { readonly type?: unknown }) => (type === 'percent' ? '%' : 'S$');
  const off: FormField = { label: 'Takes off', kind: 'figure', unit };
  expect(fieldValue(off, 10, { type: 'percent' })).toBe('10%');
  expect(fieldValue(off, 10, { type: 'amount' })).toBe('S$0.10');
});

test('a form gets only its own fields of a record, and the mobile number as it is typed', () => {
  const layout = {
    blank: { name: '', mobile: '' },
    fields: { name: { label: 'Name' }, mobile: { label: 'Mobile', kind: 'mobile' } },
    left: [],
  } as const;
  const record = { id: '1', name: 'Siti', mobile: '6591234567', trash: 0 };
  expect(storedValues<{ name: string; mobile: string }>(layout, record)).toEqual({
    name: 'Siti',
    mobile: '9123 4567',
  });
});
