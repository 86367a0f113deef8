import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { handleRecord } from '#platform/server/http/handle-record.ts';
import { applications, replyToApplication as replyCall } from '../contract.ts';
import { APPLICATION, readApplication, withHistory } from './application-record.ts';
import { replyToApplication, updateApplication } from './change-application.ts';
import { listApplications } from './list-applications.ts';
import { submitApplication } from './submit-application.ts';

export function routes(api: Api): void {
  handleRecord(api, applications, {
    list: listApplications,
    get: readApplication,
    create: submitApplication,
    update: updateApplication,
    trash: async (ctx, id) => {
      const item = await APPLICATION.trash(ctx, id);
      return isRefusal(item) ? item : withHistory(ctx, item);
    },
    untrash: async (ctx, id) => {
      const item = await APPLICATION.untrash(ctx, id);
      return isRefusal(item) ? item : withHistory(ctx, item);
    },
  });
  handle(api, replyCall, ({ ctx, params, body }) => replyToApplication(ctx, params.id, body.reply));
}
