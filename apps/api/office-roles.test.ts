import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { CallDefinition } from '#platform/contract/call.ts';
import { OFFICE_ROLES, type OfficeRole } from '#platform/kernel/actor.ts';
import { isGroup, reachOf } from '#platform/kernel/policy.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { features } from './features.ts';

const app = await startTestApp({ features });
/** Every call that some admin may make. */
const calls = app.api.calls.filter(({ who }) => who.includes('admin') && !who.includes('anyone'));

function isOpen(call: CallDefinition, officeRole: OfficeRole): boolean {
  const actor = { role: 'admin', id: '', sessionID: '', officeRole } as const;
  return call.action !== undefined && reachOf(actor, call.action) !== null;
}

/** The call is sent without a body or with unknown ids: an admin who may make it gets another refusal than 403. */
async function statusOf(call: CallDefinition, officeRole: OfficeRole): Promise<number> {
  const as = await signedIn(app, 'admin', randomUUID(), officeRole);
  const { status } = await app.request({
    method: call.method,
    url: `/api${call.path.replace(/:\w+/g, randomUUID())}`,
    headers: { authorization: `Bearer ${as.jwt}` },
    ...(call.method === 'POST' ? { payload: {} } : {}),
  });
  return status;
}

test('every call of the office has an action, which says who in the office may make it', () => {
  expect(calls.filter((call) => call.action === undefined).map(({ path }) => path)).toEqual([]);
});

describe.each(OFFICE_ROLES)('the role %s', (officeRole) => {
  test('is refused the calls of others, and only those', async () => {
    const wrong: string[] = [];
    for (const call of calls) {
      const status = await statusOf(call, officeRole);
      if ((status === 403) === isOpen(call, officeRole))
        wrong.push(`${call.method} ${call.path} answered ${status}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** Their own account, and reads that are sent as POST. */
const CHANGES_NOTHING = [
  '/signout',
  '/sessions/:id/end',
  '/admins/:id/update', // of others only by an owner: admins.test.ts
  '/admins/totp',
  '/calendar/feed',
  '/list-views',
  '/overview/needs/put-off', // hides a row from oneself
  '/customers/sendcreditList',
  '/customers/receivedcreditList',
  '/messages/texts/:kind/:channel/:language/preview',
];

test.each([
  ['accountant', 'only the pay of cleaners', ['/pay/']],
  ['read-only', 'nothing', []],
] as const)('the role %s changes %s', (officeRole, _what, allowed) => {
  const open = calls.filter((call) => call.method === 'POST' && isOpen(call, officeRole));
  const except = [...CHANGES_NOTHING, ...allowed];
  const changing = open.filter(({ path }) => !except.some((start) => path.startsWith(start)));
  expect(changing.map(({ path }) => path)).toEqual([]);
});

test('an admin without a role has only their own account', () => {
  const nobody = { role: 'admin', id: '', sessionID: '' } as const;
  const open = calls.filter(({ action }) => action !== undefined && reachOf(nobody, action) !== null);
  expect(open.filter(({ action }) => isGroup(action?.open.admin ?? '')).map(({ path }) => path)).toEqual([]);
});

test('docs/permissions.md is up to date (npm test -- office-roles -u writes it)', async () => {
  const mark = (call: CallDefinition) => OFFICE_ROLES.map((role) => (isOpen(call, role) ? '✓' : ''));
  const rows = calls.map(
    (call) => `| ${call.method} ${call.path} | ${call.action?.name ?? ''} | ${mark(call).join(' | ')} |`,
  );
  const table = [
    '# Permissions of the office',
    '',
    'Generated from the contracts and policies (`apps/api/office-roles.test.ts`). Who belongs to which group is in',
    '`platform/kernel/policy.ts`. Everyone may change their own account.',
    '',
    `| call | action | ${OFFICE_ROLES.join(' | ')} |`,
    `|---|---|${OFFICE_ROLES.map(() => ':-:').join('|')}|`,
    ...rows.toSorted(),
    '',
  ].join('\n');
  await expect(table).toMatchFileSnapshot('../../docs/permissions.md');
});
