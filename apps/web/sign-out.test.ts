// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { DRAFTS } from '#features/booking/booking/web/public/flow/use-draft.ts';
import { signOut } from './sign-out.ts';

afterEach(() => vi.unstubAllGlobals());

test('signing out leaves no draft of a booking behind, in the tab or on the device', () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network in this test')));
  for (const storage of [sessionStorage, localStorage]) storage.setItem(DRAFTS, '{"regular":{}}');
  signOut();
  expect([sessionStorage.getItem(DRAFTS), localStorage.getItem(DRAFTS)]).toEqual([null, null]);
});
