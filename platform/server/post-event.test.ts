import { describe, expect, it } from 'vitest';
import { startReceiver } from '../testing/receiver.ts';
import { isPublicOnly, postEvent } from './post-event.ts';

const receiver = await startReceiver();
const event = { url: receiver.url, headers: { 'webhook-id': 'a' }, body: '{"type":"webhook.test"}' };
const post = (more: object = {}, options: object = {}) =>
  postEvent({ ...event, ...more }, { publicOnly: false, ...options });

describe('an event is posted', () => {
  it('as JSON, with its headers', async () => {
    receiver.behave(204);
    expect(await post()).toMatchObject({ status: 204, problem: '', response: '' });
    expect(receiver.received.at(-1)).toMatchObject({
      body: event.body,
      headers: { 'content-type': 'application/json', 'webhook-id': 'a', 'content-length': '23' },
    });
  });

  it('with the beginning of the reply, as plain text', async () => {
    receiver.behave((response) => response.writeHead(500).end(`no\u0000\u0007pe ${'x'.repeat(100_000)}`));
    const { status, response } = await post();
    expect(status).toBe(500);
    expect(response).toMatch(/^no {2}pe x+$/);
    expect(response.length).toBe(2048);
  });
});

describe('a receiver that misbehaves', () => {
  it('never replies: it has failed in time', async () => {
    receiver.behave(() => undefined);
    expect(await post({}, { timeoutMs: 200 })).toMatchObject({
      status: null,
      problem: 'There was no reply within 0.2 seconds.',
    });
  });

  it('never ends its reply: its status counts', async () => {
    receiver.behave((response) => void response.writeHead(200).write('half'));
    expect(await post({}, { timeoutMs: 300 })).toMatchObject({ status: 200, response: 'half' });
  });

  it('floods: no more is read than is kept', async () => {
    receiver.behave((response) => {
      response.writeHead(200);
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    });
    const { status, response } = await post({}, { timeoutMs: 5000 });
    expect([status, response.length]).toEqual([200, 2048]);
  });

  it('closes the connection', async () => {
    receiver.behave((response) => response.socket?.destroy());
    expect(await post()).toMatchObject({
      status: null,
      problem: 'The connection was closed without a reply.',
    });
  });

  it('switches to another protocol: its status counts', async () => {
    receiver.behave((response) => {
      response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    });
    expect(await post()).toMatchObject({ status: 101, problem: '', response: '' });
  });

  it('is not there', async () => {
    expect(await post({ url: 'http://127.0.0.1:1/' })).toMatchObject({
      problem: 'The connection was refused.',
    });
  });

  it('redirects to the metadata of a cloud provider: nobody follows', async () => {
    const elsewhere = await startReceiver();
    receiver.behave((response) =>
      response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
    );
    expect(await post()).toMatchObject({ status: 307 });
    receiver.behave((response) => response.writeHead(308, { location: elsewhere.url }).end());
    expect(await post()).toMatchObject({ status: 308 });
    expect(elsewhere.received).toEqual([]);
  });
});

describe('in production', () => {
  const problem = 'The host is not on the internet, so nothing was sent.';

  it.each([
    ['this machine', () => receiver.url],
    ['this machine by name', () => receiver.url.replace('127.0.0.1', 'localhost')],
    ['this machine as a number', () => receiver.url.replace('127.0.0.1', '2130706433')],
    ['this machine in hexadecimal', () => receiver.url.replace('127.0.0.1', '0x7f.1')],
    ['this machine in IPv6', () => receiver.url.replace('127.0.0.1', '[::ffff:7f00:1]')],
    ['every address of this machine', () => receiver.url.replace('127.0.0.1', '0.0.0.0')],
    ['the metadata of a cloud provider', () => 'http://169.254.169.254/latest/meta-data/'],
    ['the network', () => 'http://192.168.1.1/'],
    ['the network in IPv6', () => 'http://[fd00::1]/'],
  ])('nothing is sent to %s', async (_what, url) => {
    receiver.behave(200);
    const before = receiver.received.length;
    expect(await post({ url: url() }, { publicOnly: true })).toMatchObject({ status: null, problem });
    expect(receiver.received).toHaveLength(before);
  });

  it('(control: without the guard, the same addresses are reached)', async () => {
    const before = receiver.received.length;
    await post({ url: receiver.url.replace('127.0.0.1', 'localhost') });
    await post({ url: receiver.url.replace('127.0.0.1', '2130706433') });
    expect(receiver.received.length - before).toBe(2);
  });
});

it.each([
  { NODE_ENV: 'development', HOST: '127.0.0.1', publicOnly: false },
  { NODE_ENV: 'development', HOST: 'localhost', publicOnly: false },
  { NODE_ENV: 'development', HOST: '0.0.0.0', publicOnly: true },
  { NODE_ENV: 'development', HOST: '192.168.1.5', publicOnly: true },
  { NODE_ENV: 'production', HOST: '127.0.0.1', publicOnly: true },
] as const)(
  'posts to the internet only ($publicOnly) with $NODE_ENV on $HOST',
  ({ publicOnly, ...config }) => {
    expect(isPublicOnly(config)).toBe(publicOnly);
  },
);
