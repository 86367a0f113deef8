import { expect, test } from 'vitest';
import { readRemembered } from './remembered-list.ts';

test.each([
  [null, {}],
  ['', {}],
  ['no JSON', {}],
  ['null', {}],
  ['[]', {}],
  ['{"columns":"when","size":7}', {}],
  ['{"columns":[1]}', {}],
  ['{"columns":["when"],"size":100}', { columns: ['when'], size: 100 }],
])('%s is read as %o', (text, remembered) => {
  expect(readRemembered(text)).toEqual(remembered);
});
