import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAfterTests } from './teardown.ts';

/** A Facebook user, as visible to our app. */
export interface FacebookPerson {
  readonly userID: string;
  readonly name?: string;
  readonly email?: string;
}

export interface TokenSpec extends FacebookPerson {
  /** The app that it was issued for; default ours. */
  readonly appID?: string;
  readonly type?: 'USER' | 'PAGE' | 'APP';
  /** Seconds from now; default one hour. */
  readonly expiresIn?: number;
  readonly valid?: boolean;
  /** The person whose profile /me returns, if different: simulates a wrong reply by Graph. */
  readonly profileOf?: string;
}

/** A fault instead of, or in, Graph's replies. */
export type GraphFault =
  | 'never-answers'
  | 'redirects'
  | 'is-down'
  | 'says-html'
  | 'says-nonsense'
  | 'floods'
  | 'throttles';

export interface FakeGraph {
  /** For FACEBOOK_GRAPH_URL. */
  readonly url: string;
  readonly appID: string;
  readonly appSecret: string;
  /** A token as Facebook's button passes it to the page. */
  issueToken(spec: TokenSpec): string;
  /** Applies until it is called without a fault. */
  fail(fault?: GraphFault): void;
  /** The requested paths, in order. */
  readonly asked: string[];
  close(): Promise<void>;
}

export interface GraphOptions {
  readonly port?: number;
  readonly appID?: string;
  readonly appSecret?: string;
}

const VERSION = '/v25.0';
const HOUR_S = 3600;

interface IssuedToken extends TokenSpec {
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

interface Reply {
  readonly status: number;
  readonly body: object;
}

/**
 * A fake of the parts of Facebook's Graph API that sign-in uses, over HTTP: /debug_token for callers with the app's
 * token, /me for callers with the proof made with the app's secret ("Require App Secret" is on). Errors have Graph's
 * codes and shape.
 */
export async function startFakeGraph(options: GraphOptions = {}): Promise<FakeGraph> {
  const { port = 0, appID = '1784390112233', appSecret = 'a-secret-of-tests' } = options;
  const tokens = new Map<string, IssuedToken>();
  const asked: string[] = [];
  let fault: GraphFault | undefined;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://graph');
    asked.push(url.pathname);
    if (fault === undefined) {
      const { status, body } = answer({ url, tokens, appID, appSecret });
      send(response, status, JSON.stringify(body));
    } else misbehave(fault, request, response);
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    appID,
    appSecret,
    issueToken: (spec) => {
      const token = `EAA${randomBytes(60).toString('base64url')}`;
      tokens.set(token, { ...spec, expiresAt: Math.floor(Date.now() / 1000) + (spec.expiresIn ?? HOUR_S) });
      return token;
    },
    fail: (next) => {
      fault = next;
    },
    asked,
    close: closeAfterTests(
      () =>
        new Promise((closed) => {
          server.close(() => closed());
          server.closeAllConnections();
        }),
    ),
  };
}

interface GraphRequest {
  readonly url: URL;
  readonly tokens: ReadonlyMap<string, IssuedToken>;
  readonly appID: string;
  readonly appSecret: string;
}

function answer(request: GraphRequest): Reply {
  const { pathname } = request.url;
  if (pathname === `${VERSION}/debug_token`) return debugToken(request);
  if (pathname === `${VERSION}/me`) return me(request);
  return error(2500, 'Unknown path components', 400);
}

function debugToken({ url, tokens, appID, appSecret }: GraphRequest): Reply {
  const asker = url.searchParams.get('access_token');
  if (asker !== `${appID}|${appSecret}`) return error(190, 'Invalid OAuth access token signature.', 400);
  const token = tokens.get(url.searchParams.get('input_token') ?? '');
  if (token === undefined) {
    const why = { code: 190, message: 'Invalid OAuth access token.' };
    return { status: 200, body: { data: { error: why, is_valid: false, scopes: [] } } };
  }
  return {
    status: 200,
    body: {
      data: {
        app_id: token.appID ?? appID,
        type: token.type ?? 'USER',
        application: 'Kemas',
        expiresAt: token.expiresAt,
        is_valid: token.valid ?? token.expiresAt > Date.now() / 1000,
        scopes: ['email', 'public_profile'],
        user_id: token.userID,
      },
    },
  };
}

function me({ url, tokens, appSecret }: GraphRequest): Reply {
  const sent = url.searchParams.get('access_token') ?? '';
  const token = tokens.get(sent);
  if (token === undefined || token.valid === false) return error(190, 'Invalid OAuth access token.', 401);
  const proof = createHmac('sha256', appSecret).update(sent).digest('hex');
  if (url.searchParams.get('appsecret_proof') !== proof)
    return error(100, 'Invalid appsecret_proof provided in the API argument', 400);
  const fields = new Set(url.searchParams.get('fields')?.split(','));
  const person = { id: token.profileOf ?? token.userID, name: token.name, email: token.email };
  const shown = Object.entries(person).filter(([name, value]) => fields.has(name) && value !== undefined);
  return { status: 200, body: Object.fromEntries(shown) };
}

function error(code: number, message: string, status: number): Reply {
  return { status, body: { error: { message, type: 'OAuthException', code, fbtrace_id: 'Astand-in' } } };
}

/** Unusable replies; `never-answers` and `redirects` send no body at all. */
const BAD_REPLIES: Readonly<Partial<Record<GraphFault, readonly [status: number, body: string]>>> = {
  'is-down': [503, JSON.stringify(error(2, 'Service temporarily unavailable', 503).body)],
  'says-html': [200, '<!doctype html><title>Sorry</title>'],
  'says-nonsense': [200, JSON.stringify({ data: { is_valid: 'yes', user_id: { id: 1 } } })],
  floods: [200, JSON.stringify({ data: 'x'.repeat(1_000_000) })],
  throttles: [400, JSON.stringify(error(4, 'Application request limit reached', 400).body)],
};

function misbehave(fault: GraphFault, request: IncomingMessage, response: ServerResponse): void {
  if (fault === 'redirects')
    response.writeHead(302, { location: `http://${request.headers.host}/elsewhere` }).end();
  const reply = BAD_REPLIES[fault];
  if (reply !== undefined) send(response, ...reply);
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(body);
}
