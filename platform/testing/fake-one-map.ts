import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { closeAfterTests } from './teardown.ts';

export type OneMapFault =
  | 'never-answers'
  | 'is-down'
  | 'says-html'
  | 'says-nonsense'
  | 'redirects'
  | 'floods';

export interface FakeOneMap {
  readonly account: { readonly email: string; readonly password: string };
  /** For ONEMAP_URL. */
  readonly url: string;
  /** The requested paths, in order; a search with its postal code. */
  readonly asked: string[];
  /** Applies until it is called without a fault. */
  fail(fault?: OneMapFault): void;
  /** The tokens issued so far are refused from now on. */
  revokeTokens(): void;
  close(): Promise<void>;
}

const ACCOUNT = { email: 'office@example.com', password: 'a-password-of-tests' };
const THREE_DAYS_S = 259_200;

/** Like OneMap's: capitals, NIL where there is none, positions as text. */
const PLACES = [
  place('310145', { block: '145', street: 'LORONG 2 TOA PAYOH', building: 'NIL', at: [1.3343, 103.8459] }),
  place('238823', { block: '35', street: 'ORCHARD ROAD', building: 'ISTANA', at: [1.3068, 103.8431] }),
  place('259569', {
    block: '1',
    street: 'CLUNY ROAD',
    building: 'SINGAPORE BOTANIC GARDENS',
    at: [1.3138, 103.8159],
  }),
];

interface Spot {
  readonly block: string;
  readonly street: string;
  readonly building: string;
  readonly at: readonly [latitude: number, longitude: number];
}

function place(postal: string, { block, street, building, at }: Spot) {
  return {
    SEARCHVAL: building === 'NIL' ? `${block} ${street}` : building,
    BLK_NO: block,
    ROAD_NAME: street,
    BUILDING: building,
    ADDRESS: `${block} ${street} SINGAPORE ${postal}`,
    POSTAL: postal,
    X: '30000.1',
    Y: '35000.1',
    LATITUDE: String(at[0]),
    LONGITUDE: String(at[1]),
  };
}

/** A fake of the parts of OneMap's API that we use, over HTTP: tokens for one account, and the search. */
export async function startFakeOneMap(): Promise<FakeOneMap> {
  const asked: string[] = [];
  const tokens = new Set<string>();
  let fault: OneMapFault | undefined;
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://fake');
    const body = await text(request);
    const postal = searchParams.get('searchVal');
    asked.push(postal === null ? pathname : `${pathname} ${postal}`);
    const json = (status: number, reply: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    if (fault === 'never-answers') return;
    if (fault === 'is-down') return json(503, {});
    if (fault === 'says-html') return void response.writeHead(200).end('<html></html>');
    if (fault === 'says-nonsense') return json(200, { results: [{ POSTAL: postal, LATITUDE: 'north' }] });
    if (fault === 'redirects') return void response.writeHead(302, { location: '/elsewhere' }).end();
    if (fault === 'floods') return void response.writeHead(200).end('x'.repeat(1_000_000));
    if (pathname === '/api/auth/post/getToken') {
      const login = JSON.parse(body) as Partial<typeof ACCOUNT>;
      if (login.email !== ACCOUNT.email || login.password !== ACCOUNT.password)
        return json(401, { error: 'Unauthorized' });
      const token = `token-${tokens.size}-${Math.trunc(performance.now())}`;
      tokens.add(token);
      const expiry = Math.trunc(Date.now() / 1000) + THREE_DAYS_S;
      return json(200, { access_token: token, expiry_timestamp: String(expiry) });
    }
    if (pathname !== '/api/common/elastic/search') return json(404, {});
    if (!tokens.has((request.headers.authorization ?? '').replace(/^Bearer /, '')))
      return json(401, { error: 'Your token is invalid.' });
    const results = PLACES.filter(({ POSTAL }) => POSTAL === postal);
    return json(200, { found: results.length, totalNumPages: 1, pageNum: 1, results });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    account: ACCOUNT,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    fail: (next) => {
      fault = next;
    },
    revokeTokens: () => tokens.clear(),
    close: closeAfterTests(
      () =>
        new Promise((closed) => {
          server.close(() => closed());
          server.closeAllConnections();
        }),
    ),
  };
}
