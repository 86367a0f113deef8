import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { handleRecord } from '#platform/server/http/handle-record.ts';
import * as calls from '../contract.ts';
import { getCleaner } from './cleaner-record.ts';
import { createCleaner, inviteCleaner } from './create-cleaner.ts';
import { listCleaners } from './list-cleaners.ts';
import { nameOwner } from './name-owner.ts';
import { listCleanerRegions, setCleanerRegions } from './regions.ts';
import { requestSignInCode, signInCleaner } from './sign-in.ts';
import { trashCleaner, untrashCleaner } from './trash-cleaner.ts';
import { requestNewMobile, updateCleaner, verifyNewMobile } from './update-cleaner.ts';

export function routes(api: Api): void {
  handleRecord(api, calls.cleaners, {
    list: listCleaners,
    get: getCleaner,
    create: async (ctx, body) => nameOwner(ctx, await createCleaner(ctx, body), body.mobile),
    update: async (ctx, id, body) => nameOwner(ctx, await updateCleaner(ctx, id, body), body.mobile),
    trash: trashCleaner,
    untrash: untrashCleaner,
  });

  handle(api, calls.inviteCleaner, ({ ctx, params }) => inviteCleaner(ctx, params.id));

  handle(api, calls.listCleanerRegions, ({ ctx, query }) => listCleanerRegions(ctx, query.cleanerID));
  handle(api, calls.setCleanerRegions, ({ ctx, body }) => setCleanerRegions(ctx, body));

  handle(api, calls.signInCleaner, ({ ctx, body }) => requestSignInCode(ctx, body.mobile));
  handle(api, calls.verifyCleaner, async ({ ctx, body, browser, bindSession }) => {
    const signedIn = await signInCleaner(ctx, { ...body, browser });
    if (isRefusal(signedIn)) return signedIn;
    bindSession(signedIn.session);
    return signedIn.reply;
  });
  handle(api, calls.changeMobile, ({ ctx, body }) => requestNewMobile(ctx, body.cleanerID, body));
  handle(api, calls.verifyNewMobile, ({ ctx, body }) => verifyNewMobile(ctx, body.cleanerID, body.otp));
}
