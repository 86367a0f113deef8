import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import * as calls from '../contract.ts';
import { listSignUpLog, logSignUp } from './sign-up-log.ts';

export function routes(api: Api): void {
  handle(api, calls.sendSignUpLog, ({ ctx, raw }) => logSignUp(ctx, raw.body));
  handle(api, calls.listSignUpLog, ({ ctx, query }) => listSignUpLog(ctx, query));
}
