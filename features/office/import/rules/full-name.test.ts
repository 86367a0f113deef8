import { expect, test } from 'vitest';
import { splitFullName } from './full-name.ts';

test.each([
  ['Lim Siew Hua', 'Siew Hua', 'Lim', 'Lim Siew Hua'],
  ['NG Mei', 'Mei', 'NG', 'NG Mei'],
  ['Kavitha  Nair', 'Kavitha', 'Nair', ''],
  ['Sarah Lim', 'Sarah', 'Lim', ''],
  ['Maria Clara Santos', 'Maria Clara', 'Santos', ''],
  ['Lim, Siew Hua', 'Siew Hua', 'Lim', ''],
  ['Nur Aisyah binte Rahman', 'Nur Aisyah', 'binte Rahman', ''],
  ['Ravi s/o Kumar', 'Ravi', 's/o Kumar', ''],
  ['Aminah', 'Aminah', '', ''],
  ['陈美玲', '陈美玲', '', ''],
  ['Tan Trading Pte. Ltd.', 'Tan Trading Pte. Ltd.', '', ''],
  ['', '', '', ''],
])('%j is split into %j and %j', (written, firstname, lastname, displayName) => {
  expect(splitFullName(written)).toEqual({ firstname, lastname, displayName });
});
