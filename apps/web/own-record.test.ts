// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { session } from '#platform/web/session/session.ts';
import { rachel } from '#platform/web/session/testing.ts';
import { refreshOwnRecord } from './own-record.ts';

afterEach(() => {
  session.signOut();
  vi.unstubAllGlobals();
});

function answering(answer: () => Response) {
  const fetch = vi.fn(async (..._request: [url: string, init: RequestInit]) => answer());
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

test("the own record replaces the session's fields except the token", async () => {
  session.signIn('customer', rachel);
  const fetch = answering(() => Response.json({ id: rachel.id, fullname: 'Rachel Tan', creditsLeft: 3 }));
  await refreshOwnRecord();
  expect(fetch.mock.calls.map(([url]) => url)).toEqual([`/api/customers/${rachel.id}`]);
  expect(session.getState()).toMatchObject({ fullname: 'Rachel Tan', creditsLeft: 3, jwt: rachel.jwt });
});

test('clears a session that the server does not know', async () => {
  session.signIn('cleaner', rachel);
  answering(() => Response.json({ code: 'unauthenticated' }, { status: 401 }));
  await refreshOwnRecord();
  expect(session.getState().isSignedIn).toBe(false);
});

test('keeps the session when offline', async () => {
  session.signIn('admin', rachel);
  answering(() => {
    throw new TypeError('Failed to fetch');
  });
  await refreshOwnRecord();
  expect(session.getState().isSignedIn).toBe(true);
});

test('sends no request while signed out', async () => {
  const fetch = answering(() => Response.json({}));
  await refreshOwnRecord();
  expect(fetch).not.toHaveBeenCalled();
});
