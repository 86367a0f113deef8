import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import { BreakerOpen, type MakeBreaker } from './breaker.ts';
import type { FacebookAnswer, FacebookProvider } from './facebook.ts';
import { readAtMost } from './read-at-most.ts';

export interface FacebookApp {
  readonly appID: string;
  readonly appSecret: string;
  /** Base URL of another Graph API, such as a fake; null for the real one. */
  readonly graphUrl: string | null;
  readonly log: Logger;
  readonly makeBreaker: MakeBreaker;
  /** Tests only: the timeout of both requests together. */
  readonly timeoutMs?: number;
}

const GRAPH = 'https://graph.facebook.com';
const VERSION = 'v25.0';
/** A person waits for it while signing in. */
const TIMEOUT_MS = 5000;
/** Graph's reply to either request is a few hundred bytes. */
const LARGEST_REPLY = 64 * 1024;

/** Graph's errors about the token or the request; all others are about Graph itself. */
const ABOUT_THE_TOKEN = [100, 102, 104, 190, 200, 459, 460, 463, 464, 467, 492];

const graphError = z.object({ error: z.object({ code: z.number(), message: z.string().optional() }) });
const userID = z.string().regex(/^\d{1,40}$/);
const debugReply = z.object({
  data: z.object({
    is_valid: z.boolean(),
    app_id: z.string().optional(),
    type: z.string().optional(),
    /** Seconds since 1970; 0 means "never", which a person's browser token never has. */
    expires_at: z.number().optional(),
    user_id: userID.optional(),
  }),
});
const meReply = z.object({ id: userID, name: z.string().optional(), email: z.string().optional() });

/**
 * Facebook's Graph API. A valid token proves nothing by itself: it may have been issued to another app, whose owner
 * could then sign in here as that person. So we ask Facebook for whom and for which app it was issued, and then, with
 * the app's secret, who that person is. Its replies are untrusted input.
 * Source: developers.facebook.com/docs/facebook-login/security
 */
export function graphFacebook(app: FacebookApp): FacebookProvider {
  const breaker = app.makeBreaker({ provider: 'Facebook', timeoutMs: app.timeoutMs ?? TIMEOUT_MS });
  return {
    appID: app.appID,
    identify: async (accessToken) => {
      const answer = await breaker.run((signal) => identified(app, accessToken, signal)).catch(unavailable);
      if (answer.kind !== 'person')
        app.log.info({ why: answer.why }, 'Facebook sign-in failed: token not verified');
      return answer;
    },
    async check() {
      const said = await ask(app, `/${app.appID}`, {
        query: { access_token: `${app.appID}|${app.appSecret}` },
        shape: z.looseObject({ id: userID }),
        signal: AbortSignal.timeout(app.timeoutMs ?? TIMEOUT_MS),
      });
      if (said.kind !== 'said') throw new Error(`Facebook refused the app: ${said.why}`);
    },
  };
}

/** For the circuit breaker, an unusable reply is none. */
class NoAnswer extends Error {}

/** @throws NoAnswer */
async function identified(app: FacebookApp, accessToken: string, signal: AbortSignal) {
  const answer = await identify(app, accessToken, signal);
  if (answer.kind === 'unavailable') throw new NoAnswer(answer.why);
  return answer;
}

function unavailable(error: unknown): FacebookAnswer {
  const isExpected = error instanceof NoAnswer || error instanceof BreakerOpen;
  return { kind: 'unavailable', why: isExpected ? error.message : 'The requests took too long.' };
}

async function identify(app: FacebookApp, accessToken: string, signal: AbortSignal): Promise<FacebookAnswer> {
  const debug = await ask(app, '/debug_token', {
    query: { input_token: accessToken, access_token: `${app.appID}|${app.appSecret}` },
    shape: debugReply,
    signal,
  });
  if (debug.kind !== 'said') return debug;
  const { data } = debug.reply;
  const why = whyNotOurs(app, data);
  if (why !== null) return { kind: 'refused', why };
  const me = await ask(app, '/me', {
    query: { fields: 'id,name,email', access_token: accessToken, appsecret_proof: proofOf(app, accessToken) },
    shape: meReply,
    signal,
  });
  if (me.kind !== 'said') return me;
  const { id, name = '', email = '' } = me.reply;
  if (id !== data.user_id)
    return { kind: 'refused', why: 'The token and the profile belong to different people.' };
  return { kind: 'person', userID: id, name: plainLine(name), email: mailAddress(email) };
}

function whyNotOurs(app: FacebookApp, token: z.output<typeof debugReply>['data']): string | null {
  if (!token.is_valid) return 'The token is not valid.';
  if (token.app_id !== app.appID) return 'The token belongs to another app.';
  if (token.type !== 'USER') return 'The token is not a user token.';
  // By the real clock, because Facebook's tokens expire by it.
  if ((token.expires_at ?? 0) * 1000 <= Date.now()) return 'The token has expired.';
  return token.user_id === undefined ? 'The token has no user id.' : null;
}

/** Proves to Facebook that the caller knows the app's secret. */
function proofOf(app: FacebookApp, accessToken: string): string {
  return createHmac('sha256', app.appSecret).update(accessToken).digest('hex');
}

interface GraphRequest<T> {
  readonly query: Readonly<Record<string, string>>;
  readonly shape: z.ZodType<T>;
  readonly signal: AbortSignal;
}

type Said<T> =
  | { readonly kind: 'said'; readonly reply: T }
  | Extract<FacebookAnswer, { kind: 'refused' | 'unavailable' }>;

/** Sends one request to Graph. Errors do not include the URL, because it contains the token. */
async function ask<T>(app: FacebookApp, path: string, request: GraphRequest<T>): Promise<Said<T>> {
  const url = `${app.graphUrl ?? GRAPH}/${VERSION}${path}?${new URLSearchParams({ ...request.query })}`;
  let status: number;
  let body: unknown;
  try {
    const response = await fetch(url, { redirect: 'error', signal: request.signal });
    status = response.status;
    body = JSON.parse(await readAtMost(response, LARGEST_REPLY));
  } catch (error) {
    return { kind: 'unavailable', why: `${path}: ${error instanceof Error ? error.name : 'no answer'}` };
  }
  const failed = graphError.safeParse(body);
  if (failed.success) {
    const { code } = failed.data.error;
    const kind = ABOUT_THE_TOKEN.includes(code) ? 'refused' : 'unavailable';
    return { kind, why: `${path}: error ${code}` };
  }
  const read = request.shape.safeParse(body);
  if (status !== 200 || !read.success) return { kind: 'unavailable', why: `${path}: status ${status}` };
  return { kind: 'said', reply: read.data };
}

const LONGEST_NAME = 100;
const LONGEST_MAIL = 254;

/** One line that can be stored and shown. */
function plainLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .toWellFormed();
}

function mailAddress(text: string): string {
  return text.length <= LONGEST_MAIL && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u.test(text)
    ? text
    : '';
}
