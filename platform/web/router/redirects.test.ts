import { expect, test } from 'vitest';
import { signedOut } from '../session/session-fields.ts';
import { afterSignIn, ownPath, redirectFor } from './redirects.ts';

const as = (type: 'admin' | 'customer' | 'cleaner') => ({ ...signedOut, isSignedIn: true, type });

test('open pages are open to everyone', () => {
  expect(redirectFor('anyone', signedOut, '/')).toBeNull();
  expect(redirectFor('anyone', as('admin'), '/signin')).toBeNull();
});

test('a signed-in person who opens a public-only page goes to /', () => {
  expect(redirectFor('public-only', as('customer'), '/forgot-password')).toBe('/');
  expect(redirectFor('public-only', signedOut, '/forgot-password')).toBeNull();
});

test.each([
  ['customer', '/dashboard/bookings/7', '/signin?next=%2Fdashboard%2Fbookings%2F7'],
  ['cleaner', '/cleaner/past', '/cleaner/signin?next=%2Fcleaner%2Fpast'],
  ['admin', '/admin/jobs?q=a&from=50', '/admin/signin?next=%2Fadmin%2Fjobs%3Fq%3Da%26from%3D50'],
] as const)('a signed-out person in the %s area signs in first and is not lost', (role, path, door) => {
  expect(redirectFor(role, signedOut, path)).toBe(door);
  expect(afterSignIn(role, door.slice(door.indexOf('?')))).toBe(path);
});

test('redirects the wrong role to its own area', () => {
  expect(redirectFor('admin', as('customer'), '/admin')).toBe('/dashboard');
  expect(redirectFor('customer', as('cleaner'), '/dashboard')).toBe('/cleaner/dashboard');
  expect(redirectFor('cleaner', as('admin'), '/cleaner/past')).toBe('/admin/overview');
  expect(redirectFor('admin', as('admin'), '/admin')).toBeNull();
});

test('after signing in without a destination a person goes to their own area', () => {
  expect(afterSignIn('customer', '')).toBe('/dashboard');
  expect(afterSignIn('cleaner', '?next=')).toBe('/cleaner/dashboard');
  expect(afterSignIn('admin', '?other=1')).toBe('/admin/overview');
});

test.each([
  'https://evil.test',
  '//evil.test',
  '/\\evil.test',
  '\\/evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  'javascript:alert(1)',
  ' /dashboard',
  'dashboard',
  '/..//evil.test',
  '/.//evil.test',
  '/signin',
  '/signin?next=/signin',
  '',
])('%j is not a valid destination', (path) => {
  expect(ownPath(path)).toBeNull();
  expect(afterSignIn('customer', `?next=${encodeURIComponent(path)}`)).toBe('/dashboard');
});

test('keeps the query and fragment of own paths', () => {
  expect(ownPath('/one-time/new?step=pay#card')).toBe('/one-time/new?step=pay#card');
});
