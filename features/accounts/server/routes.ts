import type { Checked } from '#platform/contract/call.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { matchesWords, onTrashSide } from '#platform/server/lists/filters.ts';
import { listOf } from '#platform/server/lists/streamed-list.ts';
import { endSession, endSessionsOf } from '#platform/server/sessions/sessions.ts';
import * as calls from '../contract.ts';
import { openMobile } from './code-throttles.ts';
import { createAdmin } from './create-admin.ts';
import { signInAdmin } from './sign-in-admin.ts';
import { type AdminRow, adminOnTheWire, findAdmin, sessionOfAdmin } from './store.ts';
import { trashAdmin, untrashAdmin } from './trash-admin.ts';
import { updateAdmin } from './update-admin.ts';

type ListQuery = Checked<typeof calls.listAdmins>['query'];

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
    await openMobile(ctx, body.mobile);
    return DONE;
  });
}

function admins(api: Api): void {
  handle(api, calls.listAdmins, ({ ctx, query }) => adminList(ctx, query));
  handle(api, calls.getAdmin, async ({ ctx, params }) =>
    wire((await findAdmin(ctx, params.id)) ?? refuse('not_found')),
  );
  handle(api, calls.createAdmin, async ({ ctx, body }) => wire(await createAdmin(ctx, body)));
  handle(api, calls.updateAdmin, async ({ ctx, params, body }) =>
    wire(await updateAdmin(ctx, params.id, body)),
  );
  handle(api, calls.trashAdmin, async ({ ctx, params }) => wire(await trashAdmin(ctx, params.id)));
  handle(api, calls.untrashAdmin, async ({ ctx, params }) => wire(await untrashAdmin(ctx, params.id)));
}

function adminList(ctx: Context, query: ListQuery) {
  const rows = ctx.db
    .selectFrom('admin')
    .selectAll()
    .where(onTrashSide(ctx, query, 'trashed_at'))
    .where(matchesWords(query.q, ['fullname', 'identity', 'email']));
  return listOf(query, {
    name: 'admins',
    rows,
    sort: { fullname: ['fullname'], identity: ['identity'], email: ['email'], createdAt: ['created_at'] },
    tieBreak: 'id',
    toItem: adminOnTheWire,
    csv: [
      { heading: 'Identity', value: (admin) => admin.identity },
      { heading: 'Full name', value: (admin) => admin.fullname },
      { heading: 'E-mail', value: (admin) => admin.email },
      { heading: 'Added', value: (admin) => admin.createdAt },
      { heading: 'In the trash', value: (admin) => admin.trash },
    ],
  });
}

function wire<R extends Refusal>(found: AdminRow | R) {
  return isRefusal(found) ? found : adminOnTheWire(found);
}
