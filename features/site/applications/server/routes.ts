import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { handleRecord } from '#platform/server/http/handle-record.ts';
import { applications, hireApplicant as hireCall, replyToApplication as replyCall } from '../contract.ts';
import { APPLICATION } from './application-record.ts';
import { hireApplicant } from './hire-applicant.ts';
import { listApplications } from './list-applications.ts';
import { replyToApplication } from './reply-to-application.ts';
import { submitApplication } from './submit-application.ts';

export function routes(api: Api): void {
  handleRecord(api, applications, {
    list: listApplications,
    get: APPLICATION.read,
    create: submitApplication,
    update: (ctx, id, change) => APPLICATION.update(ctx, id, () => change),
    trash: APPLICATION.trash,
    untrash: APPLICATION.untrash,
  });
  handle(api, hireCall, ({ ctx, params, body }) => hireApplicant(ctx, params.id, body));
  handle(api, replyCall, ({ ctx, params, body }) => replyToApplication(ctx, params.id, body.reply));
}
