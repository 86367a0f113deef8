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
])('%o holding %o reads %o', (field, value, shown) => {
  expect(fieldValue(field, value)).toBe(shown);
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
