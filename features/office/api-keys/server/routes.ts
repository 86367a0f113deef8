import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';

export function routes(api: Api): void {
  handle(api, calls.listApiKeys, ({ ctx }) => listApiKeys(ctx));
  handle(api, calls.createApiKey, ({ ctx, body }) => createApiKey(ctx, body));
  handle(api, calls.revokeApiKey, ({ ctx, params }) => revokeApiKey(ctx, params.id));
}
