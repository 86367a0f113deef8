import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A small load balancer, with a new connection for each request. */
export interface LoadBalancer {
  readonly address: string;
  close(): Promise<void>;
}

const CHECK_MS = 250;

/**
 * Sends requests to these addresses in turn, except to those whose `/readyz` fails. Tries the next address only if a
 * connection was refused, when nothing has been sent; replies 502 to any other failure.
 */
export async function startLoadBalancer(addresses: readonly string[]): Promise<LoadBalancer> {
  const down = new Set<string>();
  let turn = 0;
  const check = setInterval(() => {
    for (const address of addresses)
      void isReady(address).then((ready) => (ready ? down.delete(address) : down.add(address)));
  }, CHECK_MS);
  const server = createServer((incoming, reply) => {
    const up = addresses.filter((address) => !down.has(address));
    turn += 1;
    const inTurn = [...up.slice(turn % up.length), ...up.slice(0, turn % up.length)];
    forward(incoming, reply, [...inTurn, ...addresses]);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((closed) => {
        clearInterval(check);
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function isReady(address: string): Promise<boolean> {
  return fetch(`${address}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

function forward(incoming: IncomingMessage, reply: ServerResponse, addresses: readonly string[]): void {
  const [address, ...others] = addresses;
  if (address === undefined) {
    fail(reply);
    return;
  }
  const { method, url, headers } = incoming;
  const outgoing = request(`${address}${url}`, { method, headers, agent: false });
  outgoing.on('socket', (socket) => socket.once('connect', () => incoming.pipe(outgoing)));
  outgoing.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') forward(incoming, reply, others);
    else fail(reply);
  });
  outgoing.on('response', (response) => {
    reply.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(reply);
    response.on('error', () => reply.destroy());
  });
}

function fail(reply: ServerResponse): void {
  if (reply.headersSent) reply.destroy();
  else reply.writeHead(502).end();
}
