import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { closeAfterTests } from './teardown.ts';

export interface GatewayRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** What it was answered with. */
  readonly status: number | 'hangs';
}

export interface FakeSmsGateway {
  readonly url: string;
  readonly key: string;
  readonly requests: GatewayRequest[];
  /** The status of all further replies; `hangs` sends none. */
  replyWith(status: number | 'hangs'): void;
  close(): Promise<void>;
}

const KEY = 'a-key-of-tests';

/** A fake of a generic SMS gateway, over HTTP: takes requests that carry its key. */
export async function startFakeSmsGateway(): Promise<FakeSmsGateway> {
  const requests: GatewayRequest[] = [];
  let status: number | 'hangs' = 202;
  const server = createServer(async (request, response) => {
    const { method = '', headers } = request;
    const body = await text(request);
    if (method === 'HEAD') return void response.writeHead(status === 503 ? 503 : 405).end();
    if (headers['x-api-key'] !== KEY) return void response.writeHead(401).end('{"error":"unknown key"}');
    requests.push({ method, headers, body, status });
    if (status === 'hangs') return;
    response.writeHead(status, { location: '/elsewhere' }).end('{"accepted":true}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`,
    key: KEY,
    requests,
    replyWith: (next) => {
      status = next;
    },
    close: closeAfterTests(
      () =>
        new Promise((closed) => {
          server.close(() => closed());
          server.closeAllConnections();
        }),
    ),
  };
}
