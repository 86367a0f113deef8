import { expect, it } from 'vitest';
import { namesTwice } from './repeated-names.ts';

it.each([
  ['{"total":1,"total":2}'],
  ['{"a":{"b":1,"b":2}}'],
  ['[{"a":1},{"a":1,"a":2}]'],
  ['{"a":"x","\\u0061":"y"}'],
  ['{"a":[1,"a"],"b":{},"a":2}'],
])('finds the duplicate name in %s', (json) => {
  expect(namesTwice(json)).toBe(true);
});

it.each([
  ['{}'],
  ['"a"'],
  ['{"a":"a","b":"a"}'],
  ['{"a":{"a":{"a":1}}}'],
  ['[{"a":1},{"a":2}]'],
  ['["a","a"]'],
  ['{"a":"{\\"b\\":1,\\"b\\":2}","b":"\\\\","c":["b","b"]}'],
  ['{"a":["x",{"b":1}],"b":["y"]}'],
])('finds no duplicate in %s', (json) => {
  expect(namesTwice(json)).toBe(false);
});

it('scans a hundred kilobytes to the end', () => {
  const long = JSON.stringify({
    a: '\\"'.repeat(25_000),
    b: Array.from({ length: 5000 }, (_, i) => ({ i })),
  });
  expect(namesTwice(long)).toBe(false);
  expect(namesTwice(`{"a":"${'\\\\'.repeat(50_000)}`)).toBe(false);
});
