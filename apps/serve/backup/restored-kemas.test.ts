import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { type FakeTwilio, startFakeTwilio } from '#platform/testing/fake-twilio.ts';
import { startReceiver } from '#platform/testing/receiver.ts';
import { makeTempDir } from '#platform/testing/temp-dir.ts';
import { type KemasProcess, startKemasProcess } from '../testing/kemas-process.ts';

/* A whole Kemas: backed up while an SMS, an event and a charge wait, used on, lost, and restored from the backup. */

const folder = makeTempDir('restored');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);
const ADMIN = { identity: 'joanne', password: 'kopi-o kosong satu' };
const envOf = (name: string) => ({
  DATA_DIR: at(name),
  ADMIN_IDENTITY: ADMIN.identity,
  ADMIN_PASSWORD: ADMIN.password,
});

const gateway = await startFakeTwilio();
const receiver = await startReceiver();
const started: KemasProcess[] = [];
afterAll(async () => {
  for (const kemas of started) if (kemas.isRunning()) await kemas.stop();
});

/** Runs a command beside Kemas; what it printed. */
async function command(name: string, source: string, dataDir: string): Promise<string> {
  const program = join(import.meta.dirname, `../${name}.ts`);
  const env = { PATH: process.env.PATH, SESSION_SECRET: 'only for tests of processes, long enough' };
  const child = spawn(process.execPath, [program, source], { env: { ...env, DATA_DIR: at(dataDir) } });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'exit');
  expect(code, (await printed).join('\n')).toBe(0);
  return (await printed).join('\n');
}

/** What is read of a reply, if it has it. */
interface Read {
  readonly id: string;
  readonly jwt: string;
  readonly kind: string;
  readonly task: string;
  readonly status: string;
  readonly clientSecret: string;
  readonly items: readonly Read[];
}

/** A Kemas with its admin signed in. */
async function start(dataDir: string, sms: Pick<FakeTwilio, 'account' | 'url'>) {
  const kemas = await startKemasProcess(envOf(dataDir), sms as FakeTwilio);
  started.push(kemas);
  let jwt = '';
  const send = async (method: string, path: string, body?: object): Promise<Read> => {
    const reply = await fetch(`${kemas.address}/api${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(jwt && { authorization: `Bearer ${jwt}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const read = await reply.json();
    expect(reply.status, `${path} ${JSON.stringify(read)}`).toBeLessThan(300);
    return read as Read;
  };
  jwt = (await send('POST', '/admins/signin', ADMIN)).jwt;
  return {
    kemas,
    get: (path: string) => send('GET', path),
    post: (path: string, body: object) => send('POST', path, body),
  };
}

type Office = Awaited<ReturnType<typeof start>>;

const CUSTOMER = '6591230001';
const CLEANER = '6581230001';

/** An invited cleaner, and two visits that the office has booked for a new customer. */
async function fill({ post }: Office): Promise<string[]> {
  const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].flatMap(
    (day) => [
      [`${day}Availability`, true],
      [`${day}Hours`, '08:00-20:00'],
    ],
  );
  const siti = await post('/cleaners', { firstname: 'Siti', mobile: CLEANER, ...Object.fromEntries(week) });
  await post(`/cleaners/${siti.id}/invite`, {});
  const { id: packageID } = await post('/packages', {
    type: 'one-time',
    category: 'HDB 4-room',
    pricingType: 'hourly',
    label: 'One-time',
    pricePerHour: 3000,
    totalHours: 3,
    numCleaners: 1,
    hoursPerCleaner: 3,
    price: 9000,
  });
  const mei = { firstname: 'Mei', lastname: 'Tan', email: 'mei@example.com', mobile: CUSTOMER };
  const { id: customerID } = await post('/customers', mei);
  const home = { type: 'HDB', label: 'Home', addressLine1: 'Blk 145 Lor 2 Toa Payoh', postal: '310145' };
  const { id: addressID } = await post('/customers-addresses', { customerID, ...home });
  const soon = Temporal.Now.zonedDateTimeISO('Asia/Singapore').add({ days: 7 }).toPlainDate();
  const ids: string[] = [];
  for (const hour of ['09', '14']) {
    const startTime = `${soon}T${hour}:00:00+08:00`;
    ids.push((await post('/jobs', { customerID, packageID, addressID, startTime })).id);
  }
  return ids;
}

const textsTo = (mobile: string) => gateway.taken.filter(({ to }) => to === `+${mobile}`);
// Of the cleaner's texts only this one: that of a new visit waits for the morning if the test runs at night.
const invitations = () => textsTo(CLEANER).filter(({ body }) => body.includes('/cleaner/signin')).length;
const events = () => receiver.received.map(({ headers }) => headers['webhook-id']);

test('nothing that waited is sent again, and the office sees it and sends it', { tags: 'deep' }, async () => {
  receiver.behave(503);
  const first = await start('data', { ...gateway, url: 'http://127.0.0.1:1' });
  const endpoint = await first.post('/webhook-endpoints', { url: receiver.url, eventTypes: ['job.paid'] });
  const [paid = '', asked = ''] = await fill(first);
  await first.post(`/jobs/${paid}/commit`, { stripeToken: 'tok_visa' });
  const { clientSecret } = await first.post(`/jobs/${asked}/commit`, {
    stripeToken: 'tok_threeDSecure2Required',
  });
  const challenge = `/sandbox/challenges/${clientSecret.split('_secret')[0]}`;
  const deliveries = `/webhook-deliveries?endpointID=${endpoint.id}`;
  await expect.poll(() => receiver.received.length).toBe(1);
  await command('backup', at('backup'), 'data');
  await first.kemas.stop();

  // What waited is sent.
  receiver.behave(200);
  const later = await start('data', gateway);
  await expect.poll(invitations).toBe(1);
  const [waiting] = (await later.get(deliveries)).items;
  await later.post(`/webhook-deliveries/${waiting?.id}/resend`, {});
  await expect.poll(() => receiver.received.length).toBe(2);
  await later.kemas.stop();
  const sent = gateway.taken.length;

  // The disk is lost.
  expect(await command('restore', at('backup'), 'restored')).toContain('is restored');
  const restored = await start('restored', gateway);
  await restored.post('/customers/signin', { mobile: CUSTOMER });
  await expect.poll(() => textsTo(CUSTOMER).length).toBe(1);
  expect(gateway.taken.length).toBe(sent + 1);
  expect(receiver.received.length).toBe(2);

  // The office sees it, and sends it.
  const { items: messages } = await restored.get('/messages');
  const invitation = messages.find(({ kind }) => kind === 'cleaner-invited');
  expect(invitation).toMatchObject({ state: 'failed', failure: expect.stringContaining('backup') });
  await restored.post(`/messages/${invitation?.id}/resend`, {});
  await expect.poll(invitations).toBe(2);
  const { items: failed } = await restored.get('/failed-tasks');
  expect(new Set(failed.map(({ task }) => task))).toEqual(new Set(['write-and-send']));
  expect((await restored.get(deliveries)).items).toMatchObject([{ state: 'failed' }]);
  await restored.post(`/webhook-endpoints/${endpoint.id}/resend-failed`, {});
  await expect.poll(() => receiver.received.length).toBe(3);
  expect(new Set(events()).size).toBe(1);

  // The bank has taken the payment meanwhile: it is found, and nothing is charged again.
  await restored.post(challenge, { outcome: 'succeed' });
  await restored.post('/sandbox/clock', { advance: 120 });
  await expect.poll(async () => (await restored.get(`/jobs/${asked}`)).status).toBe('paid');
  const { items: payments } = await restored.get(`/transactions?jobID=${asked}`);
  expect(payments).toMatchObject([{ total: 9000, method: 'card' }]);
});
