import { expect, test } from 'vitest';
import { receiptNumberIn } from './receipt-number.ts';

test.each([
  ['1042', 1042],
  ['Receipt 1042', 1042],
  ['receipt no. 1042', 1042],
  ['Invoice 7', 7],
  ['#1042', null], // a job
  ['9999999999', null],
  ['0', null],
  ['receipt', null],
  ['', null],
])('%s is the receipt %s', (q, number) => {
  expect(receiptNumberIn(q)).toBe(number);
});
