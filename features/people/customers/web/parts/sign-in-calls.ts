import type { SentCode } from '#features/people/accounts/web/parts/mobile-step.tsx';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { session } from '#platform/web/session/session.ts';
import { signInByCode } from '#platform/web/session/sign-in.ts';
import { logSignUp } from './sign-up-log.ts';

type Contract = typeof import('../../contract.ts');

const requestCall = lightCall<Contract['signInCustomer']>({ method: 'POST', path: '/customers/signin' });
const verifyCall = lightCall<Contract['verifyCustomer']>({ method: 'POST', path: '/customers/verify' });
const registerCall = lightCall<Contract['registerCustomer']>({
  method: 'POST',
  path: '/customers/register',
  status: 201,
});

/** Asks for a code. Known and unknown numbers are answered alike. */
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
  /** By which ways they want to hear of news and offers. */
  readonly consents: { readonly email: boolean; readonly sms: boolean; readonly phone: boolean };
}

/** Signs up a confirmed number and signs in at once; the office's sign-up log says whether it went well. */
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

/** What the right code of a number that nobody has registered is answered with: the proof to register with. */
export function registerTokenOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'not_registered') return null;
  const token = error.members.registerToken;
  return typeof token === 'string' ? token : null;
}
