import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAfterTests } from './teardown.ts';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How a receiver replies: a status, or anything that a server can do. */
type Behaviour = number | ((response: ServerResponse) => void);

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** How it replies from now on; 200 at first. */
  behave(behaviour: Behaviour): void;
}

/** A system that receives events, over HTTP. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let behaviour: Behaviour = 200;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      if (typeof behaviour === 'number') response.writeHead(behaviour).end('thanks');
      else behaviour(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterTests(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    behave: (next) => {
      behaviour = next;
    },
  };
}
