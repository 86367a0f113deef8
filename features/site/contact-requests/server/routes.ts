import { readContact } from '#features/catalogue/settings/server/index.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { handleRecord } from '#platform/server/http/handle-record.ts';
import { contactRequests, readContactDetails, replyToRequest as replyCall } from '../contract.ts';
import { listRequests } from './list-requests.ts';
import { replyToRequest } from './reply-to-request.ts';
import { REQUEST } from './request-record.ts';
import { submitRequest } from './submit-request.ts';

export function routes(api: Api): void {
  handleRecord(api, contactRequests, {
    list: listRequests,
    get: REQUEST.read,
    create: submitRequest,
    update: (ctx, id, change) => REQUEST.update(ctx, id, () => change),
    trash: REQUEST.trash,
    untrash: REQUEST.untrash,
  });
  handle(api, replyCall, ({ ctx, params, body }) => replyToRequest(ctx, params.id, body.reply));
  handle(api, readContactDetails, ({ ctx }) => readContact(ctx));
}
