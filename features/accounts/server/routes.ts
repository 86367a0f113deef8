import { isRefusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { handleRecord } from '#platform/server/http/handle-record.ts';
import { endSession, endSessionsOf } from '#platform/server/sessions/sessions.ts';
import * as calls from '../contract.ts';
import { findAdmin, sessionOfAdmin, toAdminReply } from './admin-record.ts';
import { unlockMobile } from './code-throttles.ts';
import { createAdmin } from './create-admin.ts';
import { listAdmins } from './list-admins.ts';
import { signInAdmin } from './sign-in-admin.ts';
import { trashAdmin, untrashAdmin } from './trash-admin.ts';
import { updateAdmin } from './update-admin.ts';

const DONE = { done: true } as const;

export function routes(api: Api): void {
  signing(api);
  admins(api);
}

function signing(api: Api): void {
  handle(api, calls.signInAdmin, async ({ ctx, body, browser, bindSession }) => {
    const signedIn = await signInAdmin(ctx, { identity: body.identity, password: body.password, browser });
    if (isRefusal(signedIn)) return signedIn;
    bindSession(signedIn.session);
    return sessionOfAdmin(signedIn.admin, signedIn.session.jwt);
  });
  handle(api, calls.signOut, async ({ ctx, unbindSession }) => {
    await endSession(ctx, ctx.actor.sessionId, 'signed-out');
    unbindSession();
    return DONE;
  });
  handle(api, calls.signOutEverywhere, async ({ ctx, unbindSession }) => {
    await endSessionsOf(ctx, { role: ctx.actor.role, id: ctx.actor.id }, 'signed-out-everywhere');
    unbindSession();
    return DONE;
  });
  handle(api, calls.unlockMobile, async ({ ctx, body }) => {
    await unlockMobile(ctx, body.mobile);
    return DONE;
  });
}

function admins(api: Api): void {
  handleRecord(api, calls.admins, {
    list: listAdmins,
    get: getAdmin,
    create: createAdmin,
    update: updateAdmin,
    trash: trashAdmin,
    untrash: untrashAdmin,
  });
}

async function getAdmin(ctx: Context, id: string) {
  const admin = await findAdmin(ctx, id);
  return admin === undefined ? refuse('not_found') : toAdminReply(admin);
}
