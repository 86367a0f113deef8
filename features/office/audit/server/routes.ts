import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { listAudit, readAuditChain } from './list-audit.ts';

export function routes(api: Api): void {
  handle(api, calls.listAudit, ({ ctx, query }) => listAudit(ctx, query));
  handle(api, calls.readAuditChain, ({ ctx }) => readAuditChain(ctx));
}
