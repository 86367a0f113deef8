import { requestCode } from '#features/people/accounts/server/index.ts';
import { may, ownIDFor, seeTrash } from '#platform/kernel/policy.ts';
import { isRefusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import { limitCostlyCall } from '#platform/server/limit-costly-calls.ts';
import type { NewSession } from '#platform/server/sessions/sessions.ts';
import type { NewAddress } from '../address-shapes.ts';
import * as accountCalls from '../contract/account.ts';
import * as emailChangeCalls from '../contract/email-change.ts';
import * as facebookCalls from '../contract/facebook.ts';
import * as noteCalls from '../contract/notes.ts';
import * as signUpCalls from '../contract/sign-up-log.ts';
import * as calls from '../contract.ts';
import * as policy from '../rules/policy.ts';
import {
  type CustomerOrAdmin,
  createAddress,
  findAddress,
  listAddresses,
  toAddressReply,
  trashAddress,
  untrashAddress,
  updateAddress,
} from './addresses.ts';
import { closeAccount, previewClosing, trashCustomer, untrashCustomer } from './close-account.ts';
import {
  getCustomer,
  getFullname,
  ownerOfMobile,
  readCustomerInFull,
  sessionOfCustomer,
  toCustomerReply,
} from './customer-record.ts';
import { cancelEmailChange, confirmEmail, resendEmailConfirmation } from './email-change.ts';
import { unlinkFacebook } from './facebook-link.ts';
import { listCustomers } from './list-customers.ts';
import { nameOwner } from './name-owner.ts';
import { addNote, listNotes, withdrawNote } from './notes.ts';
import { exportPersonalData } from './personal-data.ts';
import { checkStatus, createCustomer, registerConfirmed, registerUnconfirmed } from './register-customer.ts';
import { toRegistrationReply } from './registration.ts';
import { requestLinkCode, signInWithFacebook } from './sign-in-with-facebook.ts';
import { listSignUpLog, logSignUp } from './sign-up-log.ts';
import {
  changeCustomer,
  requestNewMobile,
  updateAsAdmin,
  updateOwn,
  verifyNewMobile,
} from './update-customer.ts';
import { verifyCustomer } from './verify-customer.ts';

/** Each export reads every table with customer data. */
const OWN_DATA = { name: 'own-data', most: 10, per: Temporal.Duration.from({ hours: 1 }) };

export function routes(api: Api): void {
  signing(api);
  facebook(api);
  customers(api);
  addresses(api);
  notes(api);
  signUpLog(api);
}

function signing(api: Api): void {
  handle(api, calls.signInCustomer, async ({ ctx, body: { mobile } }) => {
    const owner = await ownerOfMobile(ctx, mobile);
    return requestCode(ctx, { purpose: 'customer-sign-in', mobile, send: true, owner });
  });
  handle(api, calls.verifyCustomer, async ({ ctx, body, browser, bindSession }) => {
    const { staySignedIn = false, linkToken } = body;
    const way = { staySignedIn, browser, visitor: ctx.visitor ?? null, linkToken };
    const signedIn = await verifyCustomer(ctx, { mobile: body.mobile, otp: body.otp }, way);
    if (isRefusal(signedIn)) return signedIn;
    bindSession(signedIn.session);
    return sessionOfCustomer(signedIn.customer, signedIn.session.jwt);
  });
  handle(api, calls.registerCustomer, async ({ ctx, body, browser, bindSession }) => {
    const { registerToken, staySignedIn = false, ...person } = body;
    return registerToken === undefined
      ? withCode(ctx, person)
      : withSession(ctx, { ...person, registerToken }, { staySignedIn, browser, bindSession });
  });
  handle(api, calls.getFullname, ({ ctx, body }) => getFullname(ctx, body.email));
  handle(api, calls.checkStatus, ({ ctx, query, ensureXsrfToken }) => {
    ensureXsrfToken();
    return checkStatus(ctx, query);
  });
}

function facebook(api: Api): void {
  handle(api, facebookCalls.getFacebookConfig, ({ ctx }) => ({
    appID: ctx.providers.facebook?.appID ?? null,
  }));
  handle(api, facebookCalls.signInWithFacebook, async ({ ctx, body, browser, bindSession }) => {
    const { staySignedIn = false, ...sent } = body;
    const outcome = await signInWithFacebook(ctx, sent, {
      staySignedIn,
      browser,
      visitor: ctx.visitor ?? null,
    });
    if (!('session' in outcome)) return outcome;
    bindSession(outcome.session);
    return sessionOfCustomer(outcome.customer, outcome.session.jwt);
  });
  handle(api, facebookCalls.requestLinkCode, ({ ctx, body }) => {
    const { linkToken, ...asked } = body;
    return requestLinkCode(ctx, asked, { visitor: ctx.visitor ?? null, linkToken });
  });
  handle(api, facebookCalls.unlinkFacebook, ({ ctx, params, body }) => {
    const isOpen = may(ctx.actor, policy.changeCustomer, { customer: params.id });
    return isOpen ? unlinkFacebook(ctx, params.id, body.otp) : refuse('not_found');
  });
}

async function withCode(ctx: Context, person: Parameters<typeof registerUnconfirmed>[1]) {
  const registered = await registerUnconfirmed(ctx, person, ctx.visitor ?? null);
  if (isRefusal(registered)) return registered;
  return { ...toRegistrationReply(registered.registration), ...registered.code };
}

async function withSession(
  ctx: Context,
  person: Parameters<typeof registerConfirmed>[1],
  way: Parameters<typeof registerConfirmed>[2] & { bindSession(session: NewSession): void },
) {
  const { staySignedIn, browser } = way;
  const registered = await registerConfirmed(ctx, person, { staySignedIn, browser });
  if (isRefusal(registered)) return registered;
  way.bindSession(registered.session);
  return {
    ...toCustomerReply(registered.customer),
    ...sessionOfCustomer(registered.customer, registered.session.jwt),
  };
}

function customers(api: Api): void {
  handle(api, calls.listCustomers, ({ ctx, query }) => listCustomers(ctx, query));
  handle(api, calls.getCustomer, async ({ ctx, params }) => {
    const isOpen = may(ctx.actor, policy.seeCustomer, { customer: params.id });
    const customer = isOpen ? await getCustomer(ctx, params.id) : null;
    return customer === null ? refuse('not_found') : readCustomerInFull(ctx, params.id);
  });
  handle(api, calls.createCustomer, async ({ ctx, body }) =>
    nameOwner(ctx, await createCustomer(ctx, body), body),
  );
  handle(api, calls.updateCustomer, ({ ctx, params, body }) => {
    if (!may(ctx.actor, policy.changeCustomer, { customer: params.id })) return refuse('not_found');
    const isOwn = ownIDFor(ctx.actor, policy.changeCustomer) !== null;
    return isOwn ? updateOwn(ctx, params.id, body) : changeCustomer(ctx, params.id, body);
  });
  handle(api, calls.updateCustomerAsAdmin, async ({ ctx, params, body }) =>
    nameOwner(ctx, await updateAsAdmin(ctx, params.id, body), body),
  );
  ownAccount(api);
  emailChange(api);
  handle(api, calls.trashCustomer, ({ ctx, params, body }) =>
    trashCustomer(ctx, params.id, body.acknowledge),
  );
  handle(api, calls.untrashCustomer, ({ ctx, params }) => untrashCustomer(ctx, params.id));
}

function ownAccount(api: Api): void {
  handle(api, accountCalls.changeMobile, ({ ctx, body: { customerID = ctx.actor.id, ...sent } }) =>
    requestNewMobile(ctx, customerID, sent),
  );
  handle(api, accountCalls.verifyNewMobile, ({ ctx, body: { customerID = ctx.actor.id, otp } }) =>
    verifyNewMobile(ctx, customerID, otp),
  );
  handle(
    api,
    accountCalls.exportPersonalData,
    async ({ ctx, params, body }) =>
      (await limitCostlyCall(ctx, OWN_DATA)) ?? exportPersonalData(ctx, params.id, body.otp),
  );
  handle(api, accountCalls.previewClosing, ({ ctx, params }) => previewClosing(ctx, params.id));
  handle(api, accountCalls.closeAccount, async ({ ctx, params, body, unbindSession }) => {
    const closed = await closeAccount(ctx, params.id, body);
    if (!isRefusal(closed)) unbindSession();
    return closed;
  });
}

function emailChange(api: Api): void {
  handle(api, emailChangeCalls.resendEmailConfirmation, ({ ctx, params }) =>
    resendEmailConfirmation(ctx, params.id),
  );
  handle(api, emailChangeCalls.cancelEmailChange, ({ ctx, params }) => cancelEmailChange(ctx, params.id));
  handle(api, emailChangeCalls.confirmEmail, ({ ctx, body }) => confirmEmail(ctx, body.token));
}

function addresses(api: Api): void {
  handle(api, calls.listAddresses, ({ ctx, query }) => listAddresses(ctx, query));
  handle(api, calls.getAddress, ({ ctx, params }) => getAddress(ctx, params.id));
  handle(api, calls.createAddress, ({ ctx, body }) => addAddress(ctx, body));
  handle(api, calls.updateAddress, ({ ctx, params, body }) => updateAddress(ctx, params.id, body));
  handle(api, calls.trashAddress, ({ ctx, params, body }) => trashAddress(ctx, params.id, body.acknowledge));
  handle(api, calls.untrashAddress, ({ ctx, params }) => untrashAddress(ctx, params.id));
}

async function getAddress(ctx: Context<CustomerOrAdmin>, id: string) {
  const address = await findAddress(ctx, id);
  const isGone = address === null || (address.trashedAt !== null && !may(ctx.actor, seeTrash));
  return isGone ? refuse('not_found') : toAddressReply(address);
}

function addAddress(ctx: Context<CustomerOrAdmin>, body: NewAddress) {
  const customerID = ownIDFor(ctx.actor, policy.changeAddress) ?? body.customerID;
  if (customerID === undefined)
    return refuseField('customerID', 'Choose the customer this address belongs to.');
  return createAddress(ctx, customerID, body);
}

function notes(api: Api): void {
  handle(api, noteCalls.listNotes, ({ ctx, params, query }) => listNotes(ctx, params.id, query));
  handle(api, noteCalls.addNote, ({ ctx, params, body }) => addNote(ctx, params.id, body.text));
  handle(api, noteCalls.withdrawNote, ({ ctx, params }) => withdrawNote(ctx, params));
}

function signUpLog(api: Api): void {
  handle(api, signUpCalls.sendSignUpLog, ({ ctx, raw }) => logSignUp(ctx, raw.body));
  handle(api, signUpCalls.listSignUpLog, ({ ctx, query }) => listSignUpLog(ctx, query));
}
