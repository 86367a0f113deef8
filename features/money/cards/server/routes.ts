import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { updateCard } from './update-card.ts';

export function routes(api: Api): void {
  handle(api, calls.updateCard, ({ ctx, body }) => updateCard(ctx, body));
}
