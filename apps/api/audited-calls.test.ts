import { expect, it } from 'vitest';
import { startTestApp } from '#platform/testing/test-app.ts';
import { features } from './features.ts';

const app = await startTestApp({ features });

/**
 * Every other call that changes something for the office leaves an entry in the audit trail: the test app refuses the
 * reply otherwise (platform/server/http/handle.ts). A new exception needs a reason that convinces a reviewer.
 */
it('lists the calls of the office that change rows without an audit entry', () => {
  const unaudited = app.api.calls.flatMap(({ method, path, unaudited: why }) =>
    why === undefined ? [] : [`${method} ${path.replace(/^\/cms\/[^/]+/, '/cms/:block')}: ${why}`],
  );
  expect([...new Set(unaudited)]).toMatchInlineSnapshot(`
    [
      "POST /admins/totp/begin: Has no effect until a code is confirmed, which is recorded.",
      "POST /admins/forgot-password: Sends a link; nothing changes until it is used, which is recorded.",
      "POST /cleaners/change-mobile: Sends a code; nothing changes until it is confirmed.",
      "POST /cms/:block/draft: A draft, seen by the office only; publishing it is recorded.",
    ]
  `);
});

it('has no exception for a call that only reads', () => {
  const reads = app.api.calls.filter(({ method, unaudited }) => method === 'GET' && unaudited !== undefined);
  expect(reads).toEqual([]);
});
