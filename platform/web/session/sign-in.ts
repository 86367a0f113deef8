import type { Role } from '../../kernel/actor.ts';
import type { Session } from './session-fields.ts';
import type { SessionStore } from './session-store.ts';

/** The office's sign-in lacks a field. The same fixed text as the server's. */
export const MISSING_CREDENTIALS = '[error] Missing `identity` and/or `password` parameter';
/** A sign-in form lacks a field. The same fixed text as the server's. */
export const FILL_ALL_FIELDS = 'Please fill up all fields!';

/** A sign-in refused before a request was sent. */
export class SignInRefused extends Error {
  override name = 'SignInRefused';
}

type Send<Body> = (body: Body) => Promise<object>;
type Given = { readonly staySignedIn?: boolean | undefined };

/**
 * Signs an admin in with identity and password, both trimmed.
 * @throws SignInRefused with MISSING_CREDENTIALS when either is empty; otherwise the request's error.
 */
export async function signInAdmin(
  store: SessionStore,
  given: Given & { identity: string; password: string },
  send: Send<{ identity: string; password: string; staySignedIn?: boolean }>,
): Promise<Session> {
  const identity = given.identity.trim();
  const password = given.password.trim();
  if (!identity || !password) throw new SignInRefused(MISSING_CREDENTIALS);
  const stay = given.staySignedIn ? { staySignedIn: true } : {};
  const reply = await send({ identity, password, ...stay });
  return store.signIn('admin', reply, { staySignedIn: given.staySignedIn });
}

type Code = Given & {
  readonly mobile?: string | undefined;
  readonly otp?: string | undefined;
  /** The code links a Facebook account: the last step of a social login. */
  readonly isFBlogged?: boolean | undefined;
};

/**
 * The root view's sign-in: a mobile number and the code sent to it, for a customer or a cleaner.
 * @throws SignInRefused with FILL_ALL_FIELDS when either is missing or blank; otherwise the request's error.
 */
export async function signInByCode(
  store: SessionStore,
  type: Exclude<Role, 'admin'>,
  given: Code,
  send: Send<{ mobile: string; otp: string; staySignedIn?: boolean }>,
): Promise<Session> {
  const mobile = given.mobile?.trim();
  const otp = given.otp?.trim();
  if (!mobile || !otp) throw new SignInRefused(FILL_ALL_FIELDS);
  const stay = given.staySignedIn ? { staySignedIn: true } : {};
  const reply = await send({ mobile, otp, ...stay });
  return store.signIn(type, reply, {
    staySignedIn: given.staySignedIn,
    isFBlogged: given.isFBlogged ?? false,
  });
}

/**
 * A social login. A reply whose own `status` field is 200 requires another step: it is passed back without signing in.
 * Any other reply is a customer's session.
 */
export async function signInSocially<Payload, Reply extends object>(
  store: SessionStore,
  given: Given & { readonly payload: Payload },
  send: (payload: Payload) => Promise<Reply>,
): Promise<Reply> {
  const reply = await send(given.payload);
  if ('status' in reply && reply.status === 200) return reply;
  store.signIn('customer', reply, { staySignedIn: given.staySignedIn, isFBlogged: true });
  return reply;
}
