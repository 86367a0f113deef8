import * as routes from '#features/routes.ts';
import { callApi } from '#platform/web/api/api.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { session } from '#platform/web/session/session.ts';
import { signInSocially } from '#platform/web/session/sign-in.ts';
import type { FacebookToken } from './facebook-sdk.ts';

type Contract = typeof import('../../contract/facebook.ts');

export const facebookConfigCall = lightCall<Contract['getFacebookConfig']>(routes.getFacebookConfig);
const loginCall = lightCall<Contract['signInWithFacebook']>(routes.signInWithFacebook);
const linkCall = lightCall<Contract['requestLinkCode']>(routes.requestLinkCode);

/** An unlinked Facebook account, while a mobile must still be confirmed. */
export type FacebookStep = { readonly idfb: string; readonly fullname: string; readonly email: string };

/** Signs in with Facebook's token. Null on success, otherwise the data for the next step. */
export async function signInWithFacebook(token: FacebookToken): Promise<FacebookStep | null> {
  const reply = await signInSocially(session, { payload: token }, (body) => callApi(loginCall, { body }));
  if (!('status' in reply)) return null;
  const { idfb, fullname, email } = reply;
  return { idfb, fullname, email };
}

/** Requests the code that links the Facebook account. Known and unknown numbers get the same reply. */
export function requestLinkCode(idfb: string, mobile: string) {
  return callApi(linkCall, { body: { mobile, idfb } });
}

/** The next step from a page's history state; null if there is none. */
export function stepOf(state: unknown): FacebookStep | null {
  if (typeof state !== 'object' || state === null) return null;
  const { idfb, fullname, email } = state as Partial<Record<keyof FacebookStep, unknown>>;
  if (typeof idfb !== 'string' || typeof fullname !== 'string' || typeof email !== 'string') return null;
  return { idfb, fullname, email };
}
