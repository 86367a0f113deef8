import type { SentCode } from '#features/people/accounts/web/parts/mobile-step.tsx';
import * as routes from '#features/routes.ts';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { session } from '#platform/web/session/session.ts';
import { signInByCode } from '#platform/web/session/sign-in.ts';
import { logSignUp } from './sign-up-log.ts';

type Contract = typeof import('../../contract.ts');

const requestCall = lightCall<Contract['signInCustomer']>(routes.signInCustomer);
const verifyCall = lightCall<Contract['verifyCustomer']>(routes.verifyCustomer);
const registerCall = lightCall<Contract['registerCustomer']>(routes.registerCustomer);

/** Requests a code. Known and unknown numbers get the same reply. */
export function requestCode(mobile: string) {
  return callApi(requestCall, { body: { mobile } });
}

/** Signs in with the code; an unknown number is refused with `not_registered` and a `registerToken`. */
export function verifyCode({ mobile, staySignedIn }: SentCode, otp: string, { isFBlogged = false } = {}) {
  return signInByCode(session, 'customer', { mobile, otp, staySignedIn, isFBlogged }, (body) =>
    callApi(verifyCall, { body }),
  );
}

export interface NewCustomer {
  readonly salutation: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  /** Consents to news and offers per channel. */
  readonly consents: { readonly email: boolean; readonly sms: boolean; readonly phone: boolean };
}

/** Registers a confirmed number and signs in; the sign-up log records the outcome. */
export async function register(...[code, token, person, social]: Parameters<typeof signUp>) {
  const { salutation, firstname, lastname, email } = person;
  const who = { salutation, firstname, lastname, email, phone: code.mobile };
  try {
    const signedIn = await signUp(code, token, person, social);
    logSignUp({ action: 'Signed up', ...who });
    return signedIn;
  } catch (error) {
    const note = error instanceof Error ? error.message : '';
    logSignUp({ action: 'Could not sign up', note, ...who });
    throw error;
  }
}

async function signUp(
  { mobile, staySignedIn }: SentCode,
  registerToken: string,
  person: NewCustomer,
  { isFBlogged = false } = {},
) {
  const stay = staySignedIn ? { staySignedIn } : {};
  const reply = await callApi(registerCall, { body: { mobile, ...person, registerToken, ...stay } });
  return session.signIn('customer', reply, { staySignedIn, isFBlogged });
}

/** The registerToken in the reply to the right code of an unregistered number. */
export function registerTokenOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'not_registered') return null;
  const token = error.extensions.registerToken;
  return typeof token === 'string' ? token : null;
}
