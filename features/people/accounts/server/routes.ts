import * as views from '#platform/contract/list-views.ts';
import { isRefusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { handleRecord } from '#platform/server/http/handle-record.ts';
import { endSession } from '#platform/server/sessions/sessions.ts';
import * as passwords from '../contract/forgotten-password.ts';
import * as totp from '../contract/totp.ts';
import * as calls from '../contract.ts';
import { findAdmin, listAdmins, sessionOfAdmin, toAdminReply } from './admin-record.ts';
import { auditUnlock, unlockMobile } from './code-throttles.ts';
import { createAdminByAdmin } from './create-admin.ts';
import { forgetPassword, resetPassword } from './forgotten-password.ts';
import { createListView, deleteListView, listListViews, updateListView } from './list-views.ts';
import { endOwnSession, listOwnSessions, signOutEverywhere } from './own-sessions.ts';
import { beginTotp, confirmTotp, endTotp, readOwnTotp, resetTotp } from './own-totp.ts';
import { readSignInAttempts } from './password-throttles.ts';
import { signInAdmin } from './sign-in-admin.ts';
import { trashAdmin, untrashAdmin, updateAdmin } from './update-admin.ts';

const DONE = { done: true } as const;

export function routes(api: Api): void {
  signing(api);
  ownTotp(api);
  forgottenPasswords(api);
  admins(api);
  listViews(api);
}

function listViews(api: Api): void {
  handle(api, views.listListViews, ({ ctx, query }) => listListViews(ctx, query.list));
  handle(api, views.createListView, ({ ctx, body }) => createListView(ctx, body));
  handle(api, views.updateListView, ({ ctx, params, body }) => updateListView(ctx, params.id, body));
  handle(api, views.deleteListView, ({ ctx, params }) => deleteListView(ctx, params.id));
}

function signing(api: Api): void {
  handle(api, calls.signInAdmin, async ({ ctx, body, browser, bindSession }) => {
    const { identity, password, otp, staySignedIn = false } = body;
    const signedIn = await signInAdmin(ctx, { identity, password, otp, staySignedIn, browser });
    if (isRefusal(signedIn)) return signedIn;
    bindSession(signedIn.session);
    return sessionOfAdmin(signedIn.admin, signedIn.session.jwt);
  });
  handle(api, calls.signOut, async ({ ctx, unbindSession }) => {
    await endSession(ctx, ctx.actor.sessionID, 'signed-out');
    unbindSession();
    return DONE;
  });
  handle(api, calls.signOutEverywhere, async ({ ctx, unbindSession }) => {
    const ended = await signOutEverywhere(ctx);
    if (!isRefusal(ended)) unbindSession();
    return ended;
  });
  handle(api, calls.listSessions, ({ ctx }) => listOwnSessions(ctx));
  handle(api, calls.endSession, async ({ ctx, params, unbindSession }) => {
    const ended = await endOwnSession(ctx, params.id);
    if (!isRefusal(ended) && params.id === ctx.actor.sessionID) unbindSession();
    return ended;
  });
  handle(api, calls.unlockMobile, async ({ ctx, body }) => {
    await unlockMobile(ctx, body.mobile);
    const unlocked = await inTransaction(ctx, (tx) => auditUnlock(tx, body.mobile));
    return isRefusal(unlocked) ? unlocked : DONE;
  });
  handle(api, calls.getSignInAttempts, ({ ctx, query }) => readSignInAttempts(ctx, query.mobile));
}

function ownTotp(api: Api): void {
  handle(api, totp.readTotp, ({ ctx }) => readOwnTotp(ctx));
  handle(api, totp.beginTotp, ({ ctx, body }) => beginTotp(ctx, body));
  handle(api, totp.confirmTotp, ({ ctx, body }) => confirmTotp(ctx, body));
  handle(api, totp.endTotp, ({ ctx, body }) => endTotp(ctx, body));
  handle(api, totp.resetTotp, ({ ctx, params, body }) => resetTotp(ctx, params.id, body));
}

function forgottenPasswords(api: Api): void {
  handle(api, passwords.forgotPassword, ({ ctx, body }) => forgetPassword(ctx, body));
  handle(api, passwords.resetPassword, ({ ctx, body }) => resetPassword(ctx, body));
}

function admins(api: Api): void {
  handleRecord(api, calls.admins, {
    list: listAdmins,
    get: getAdmin,
    create: createAdminByAdmin,
    update: updateAdmin,
    trash: trashAdmin,
    untrash: untrashAdmin,
  });
}

async function getAdmin(ctx: Context, id: string) {
  const admin = await findAdmin(ctx, id);
  return admin === undefined ? refuse('not_found') : toAdminReply(admin);
}
