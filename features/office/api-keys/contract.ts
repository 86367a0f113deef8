/** Keys with which other systems call the API. */

import { z } from 'zod';
import { accountErrors, currentPassword } from '#features/people/accounts/contract.ts';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors, pick } from '#platform/contract/errors.ts';
import { day, id, idParams, requiredName, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { KEY_ROLES, MAX_ACTIVE_KEYS } from './rules/api-key.ts';
import { manageApiKeys } from './rules/policy.ts';

const errors = defineErrors({
  too_many_api_keys: {
    status: 409,
    title: 'Too many keys',
    detail: `At most ${MAX_ACTIVE_KEYS} keys can work at the same time. Revoke one that is no longer used first.`,
  },
});

export const apiKey = z.strictObject({
  id,
  name: z.string(),
  /** What the key may do: docs/permissions.md */
  officeRole: z.enum(KEY_ROLES),
  state: z.enum(['active', 'expired', 'revoked']),
  /** The last four characters, to tell keys apart. */
  last4: z.string(),
  createdAt: wireMoment,
  /** Names of admins; empty if they are not known. */
  createdBy: z.string(),
  /** The last day on which it works; null if it has none. */
  expiresOn: day.nullable(),
  /** Written at most once a minute, so a use shortly after it is not shown; null if it was never used. */
  lastUsedAt: wireMoment.nullable(),
  /** The address of its last use; empty if it was never used. */
  lastUsedFrom: z.string(),
  revokedAt: wireMoment.nullable(),
  revokedBy: z.string(),
});
export type ApiKey = z.output<typeof apiKey>;

export const newApiKey = z.strictObject({
  name: requiredName(60),
  officeRole: z.enum(KEY_ROLES, { error: 'Choose a role.' }),
  expiresOn: day.nullish(),
  currentPassword: currentPassword.optional(),
});

export const listApiKeys = defineCall({
  method: 'GET',
  path: '/api-keys',
  ...openTo(manageApiKeys),
  summary: 'All API keys, the newest first; those that were revoked or have expired for 90 days.',
  reply: z.strictObject({ items: z.array(apiKey) }),
});

export const createApiKey = defineCall({
  method: 'POST',
  path: '/api-keys',
  ...openTo(manageApiKeys),
  summary:
    'Creates an API key; needs your own current password. The key is in this reply only: we store its hash.',
  body: newApiKey,
  reply: apiKey.extend({ key: z.string() }),
  status: 201,
  errors: {
    ...pick(accountErrors, 'current_password_needed', 'current_password_wrong'),
    ...pick(errors, 'too_many_api_keys'),
  },
});

export const revokeApiKey = defineCall({
  method: 'POST',
  path: '/api-keys/:id/revoke',
  ...openTo(manageApiKeys),
  summary: 'Revokes an API key, at once and for good.',
  params: idParams,
  reply: apiKey,
});
