import { expect, it } from 'vitest';
import { maskedName } from './masked-name.ts';

it.each([
  ['Tan Wei Ling', 'Tan W*** L***'],
  ['Aminah', 'A***'],
  ['陈伟玲', '陈***'],
  ['  Nur   Aisyah ', 'Nur A***'],
  ['محمد علي', 'محمد ع***'],
  ['Zoe 👩‍👧', 'Zoe 👩‍👧***'],
  ['Zoe E\u0301milie', 'Zoe E\u0301***'],
])('%s is masked as %s', (fullname, shown) => {
  expect(maskedName(fullname)).toBe(shown);
});
