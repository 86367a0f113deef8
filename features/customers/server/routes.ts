import { requestCode } from '#features/accounts/server/index.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { Api } from '#platform/server/http/api.ts';
import { handle } from '#platform/server/http/handle.ts';
import type { NewSession } from '#platform/server/sessions/sessions.ts';
import * as calls from '../contract.ts';
import { type AddressRow, addressOnTheWire, findAddress, type Keeper } from './address-store.ts';
import { checkStatus } from './check-status.ts';
import { createCustomer } from './create-customer.ts';
import { addressList, customerList } from './lists.ts';
import { registerConfirmed, registerUnconfirmed } from './register-customer.ts';
import { createAddress, setAddressTrashed, updateAddress } from './save-address.ts';
import { type CustomerRow, customerOnTheWire, getCustomer, sessionOfCustomer } from './store.ts';
import { setTrashed } from './trash-customer.ts';
import { changeCustomer, updateAsAdmin, updateOwn } from './update-customer.ts';
import { verifyCustomer } from './verify-customer.ts';

export function routes(api: Api): void {
  signing(api);
  customers(api);
  addresses(api);
}

function signing(api: Api): void {
  handle(api, calls.signInCustomer, ({ ctx, body }) =>
    requestCode(ctx, { purpose: 'customer-sign-in', mobile: body.mobile, send: true }),
  );
  handle(api, calls.verifyCustomer, async ({ ctx, body, browser, bindSession }) => {
    const way = { staySignedIn: body.staySignedIn ?? false, browser };
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
  handle(api, calls.checkStatus, ({ ctx, query }) => checkStatus(ctx, query));
}

async function withCode(ctx: Context, person: Parameters<typeof registerUnconfirmed>[1]) {
  const registered = await registerUnconfirmed(ctx, person);
  if (isRefusal(registered)) return registered;
  return { ...customerOnTheWire(registered.customer), ...registered.code };
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
    ...customerOnTheWire(registered.customer),
    ...sessionOfCustomer(registered.customer, registered.session.jwt),
  };
}

function customers(api: Api): void {
  handle(api, calls.listCustomers, ({ ctx, query }) => customerList(ctx, query));
  handle(api, calls.getCustomer, async ({ ctx, params }) =>
    isHidden(ctx, params.id)
      ? refuse('not_found')
      : wire((await getCustomer(ctx, params.id)) ?? refuse('not_found')),
  );
  handle(api, calls.createCustomer, async ({ ctx, body }) => wire(await createCustomer(ctx, body)));
  handle(api, calls.updateCustomer, async ({ ctx, params, body }) => {
    if (isHidden(ctx, params.id)) return refuse('not_found');
    const { actor } = ctx;
    if (actor.role === 'customer') return wire(await updateOwn({ ...ctx, actor }, body));
    return wire(await changeCustomer(ctx, params.id, body));
  });
  handle(api, calls.updateCustomerAsAdmin, async ({ ctx, params, body }) =>
    wire(await updateAsAdmin(ctx, params.id, body)),
  );
  handle(api, calls.trashCustomer, async ({ ctx, params }) => wire(await setTrashed(ctx, params.id, true)));
  handle(api, calls.untrashCustomer, async ({ ctx, params }) =>
    wire(await setTrashed(ctx, params.id, false)),
  );
}

function addresses(api: Api): void {
  handle(api, calls.listAddresses, ({ ctx, query }) => addressList(ctx, query));
  handle(api, calls.getAddress, async ({ ctx, params }) => {
    const address = await findAddress(ctx, params.id);
    const isGone = address === null || (address.trashed_at !== null && ctx.actor.role === 'customer');
    return isGone ? refuse('not_found') : addressOnTheWire(address);
  });
  handle(api, calls.createAddress, async ({ ctx, body }) => {
    const customerId = ctx.actor.role === 'customer' ? ctx.actor.id : body.customerID;
    if (customerId === undefined)
      return refuse('invalid', { errors: [{ path: 'customerID', message: 'Say whose address this is.' }] });
    return wireAddress(await createAddress(ctx, customerId, body));
  });
  handle(api, calls.updateAddress, async ({ ctx, params, body }) =>
    wireAddress(await updateAddress(ctx, params.id, body)),
  );
  handle(api, calls.trashAddress, async ({ ctx, params }) =>
    wireAddress(await setAddressTrashed(ctx, params.id, true)),
  );
  handle(api, calls.untrashAddress, async ({ ctx, params }) =>
    wireAddress(await setAddressTrashed(ctx, params.id, false)),
  );
}

/** A customer knows of no customer but themselves. */
function isHidden(ctx: Context<Keeper>, id: string): boolean {
  return ctx.actor.role === 'customer' && ctx.actor.id !== id;
}

function wire<R extends Refusal>(found: CustomerRow | R) {
  return isRefusal(found) ? found : customerOnTheWire(found);
}

function wireAddress<R extends Refusal>(found: AddressRow | R) {
  return isRefusal(found) ? found : addressOnTheWire(found);
}
