import { createMemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Access } from '#platform/web/router/redirects.ts';
import { rachel, storeInMemory } from '#platform/web/session/testing.ts';
import { followSession } from './follow-session.ts';
import { followNavigation } from './navigation.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const anywhere = () =>
  createMemoryRouter([{ path: '*' }], { initialEntries: ['/'], hydrationData: { loaderData: {} } });

function followed() {
  const router = anywhere();
  const effects = { scrollToTop: vi.fn(), routeChanged: vi.fn(), updateTitle: vi.fn() };
  followNavigation(router, effects);
  return { router, ...effects };
}

test('the page scrolls to the top 0 ms after each navigation', async () => {
  const { router, scrollToTop } = followed();
  await vi.advanceTimersByTimeAsync(0);
  expect(scrollToTop).toHaveBeenCalledTimes(1);
  await router.navigate('/services');
  expect(scrollToTop).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(scrollToTop).toHaveBeenCalledTimes(2);
  await router.navigate(-1);
  await vi.advanceTimersByTimeAsync(0);
  expect(scrollToTop).toHaveBeenCalledTimes(3);
});

test('every navigation restarts the view timer and sets the title, including the first page', async () => {
  const { router, routeChanged, updateTitle } = followed();
  await router.navigate('/services');
  await router.navigate('/services?q=1');
  expect(routeChanged).toHaveBeenCalledTimes(3);
  expect(updateTitle).toHaveBeenCalledTimes(3);
});

test('a table that keeps its filters in the address can keep its scroll position', async () => {
  const { router, scrollToTop } = followed();
  await vi.advanceTimersByTimeAsync(0);
  await router.navigate('/services?q=1', { preventScrollReset: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(scrollToTop).toHaveBeenCalledTimes(1);
});

function signedInAt(path: string, access: Access) {
  const { store } = storeInMemory();
  store.signIn('customer', rachel);
  const router = createMemoryRouter([{ path: '*' }], {
    initialEntries: [path],
    hydrationData: { loaderData: {} },
  });
  followSession(store, router, () => access);
  return { store, router };
}

const addressOf = ({ state }: ReturnType<typeof anywhere>) => state.location.pathname + state.location.search;

test('after sign-out the user is sent to /', async () => {
  const { store, router } = signedInAt('/dashboard/bookings', 'customer');
  store.signOut();
  await vi.advanceTimersByTimeAsync(0);
  expect(addressOf(router)).toBe('/');
});

test('a session ended by the server leads to the sign-in, and from there back', async () => {
  const { store, router } = signedInAt('/dashboard/bookings?q=1', 'customer');
  store.signOut('expired');
  await vi.advanceTimersByTimeAsync(0);
  expect(addressOf(router)).toBe('/signin?next=%2Fdashboard%2Fbookings%3Fq%3D1');
});

test('removes another person’s draft when someone signs in', () => {
  const { store } = signedInAt('/dashboard/account', 'customer');
  const draft = JSON.stringify({
    owner: 'admin someone',
    address: '/admin',
    forms: { one: { name: 'Mei' } },
  });
  const removed = vi.fn();
  vi.stubGlobal('window', { sessionStorage: { getItem: () => draft, removeItem: removed } });
  store.signIn('customer', rachel);
  vi.unstubAllGlobals();
  expect(removed).toHaveBeenCalledWith('kemas-unsaved');
});

test('on a public page an ended session changes nothing, so that an unfinished booking is not lost', async () => {
  const { store, router } = signedInAt('/one-time/new?step=address', 'anyone');
  store.signOut('expired');
  await vi.advanceTimersByTimeAsync(0);
  expect(addressOf(router)).toBe('/one-time/new?step=address');
});
