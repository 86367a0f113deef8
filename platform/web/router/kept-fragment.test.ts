// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { forgetFragment, keepFragment, keptFragment } from './kept-fragment.ts';

afterEach(forgetFragment);

const PAGE = '/dashboard/credits/send-receive';
const open = (address: string) => window.history.replaceState(null, '', address);

test('what stands behind the # is kept for its page, through the sign-in', () => {
  open(`${PAGE}#code=ABCD`);
  keepFragment(PAGE);
  open('/signin');
  expect(keptFragment(PAGE)).toBe('#code=ABCD');
  expect(keptFragment('/dashboard')).toBe('');
  forgetFragment();
  expect(keptFragment(PAGE)).toBe('');
});

test.each([
  ['a page without one', PAGE],
  ['another page than is shown', '/services#prices'],
])('nothing is kept of %s', (_what, address) => {
  open(address);
  keepFragment(PAGE);
  expect(keptFragment(PAGE)).toBe('');
});
