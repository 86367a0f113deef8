import { isRefusal } from '#platform/kernel/refusal.ts';
import { readContact } from '#platform/server/business.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { handleRecord } from '#platform/server/http/handle-record.ts';
import { contactRequests, readContactDetails, replyToRequest as replyCall } from '../contract.ts';
import { replyToRequest, updateRequest } from './change-request.ts';
import { listRequests } from './list-requests.ts';
import { REQUEST, readRequest, withHistory } from './request-record.ts';
import { submitRequest } from './submit-request.ts';

export function routes(api: Api): void {
  handleRecord(api, contactRequests, {
    list: listRequests,
    get: readRequest,
    create: submitRequest,
    update: updateRequest,
    trash: async (ctx, id) => {
      const item = await REQUEST.trash(ctx, id);
      return isRefusal(item) ? item : withHistory(ctx, item);
    },
    untrash: async (ctx, id) => {
      const item = await REQUEST.untrash(ctx, id);
      return isRefusal(item) ? item : withHistory(ctx, item);
    },
  });
  handle(api, replyCall, ({ ctx, params, body }) => replyToRequest(ctx, params.id, body.reply));
  handle(api, readContactDetails, ({ ctx }) => readContact(ctx));
}
