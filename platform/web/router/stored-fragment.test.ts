// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { forgetFragment, savedFragment, saveFragment } from './stored-fragment.ts';

afterEach(forgetFragment);

const PAGE = '/dashboard/credits/send-receive';
const open = (address: string) => window.history.replaceState(null, '', address);

test('keeps the fragment of a page through the sign-in', () => {
  open(`${PAGE}#code=ABCD`);
  saveFragment(PAGE);
  open('/signin');
  expect(savedFragment(PAGE)).toBe('#code=ABCD');
  expect(savedFragment('/dashboard')).toBe('');
  forgetFragment();
  expect(savedFragment(PAGE)).toBe('');
});

test.each([
  ['a page without one', PAGE],
  ['a page other than the current one', '/services#prices'],
])('stores nothing of %s', (_what, address) => {
  open(address);
  saveFragment(PAGE);
  expect(savedFragment(PAGE)).toBe('');
});
