import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, send } from '../client.ts';
import type { MortalServer } from './server.ts';

export interface SoakCustomer {
  readonly id: string;
  readonly addressId: string;
  readonly email: string;
  readonly token: string;
}

/** Who uses Kemas, and what they find there. */
export interface SoakCast {
  readonly customers: readonly SoakCustomer[];
  readonly officeToken: string;
  readonly visitPackage: string;
  readonly pack: string;
  readonly code: string;
}

export interface Soak extends SoakCast {
  readonly server: MortalServer;
  /** How often each act ended how. */
  readonly counts: Map<string, number>;
  /** What must never happen. */
  readonly broken: string[];
  /** No new acts after that, ms since 1970. */
  readonly until: number;
}

/** Mostly cards that pay: after ten declined ones in an hour nobody at this address may try another. */
const TOKENS = [...Array(12).fill('tok_visa'), 'tok_chargeDeclined', 'tok_threeDSecure2Required'] as string[];
/** A person who gets no reply asks again with the same key, so often; then they give up. */
const MOST_TRIES = 4;

interface Reply {
  readonly status: number;
  readonly body: { readonly id?: string; readonly items?: readonly { readonly [name: string]: unknown }[] };
}

/** One customer, at random, until the soak is over: every request has a key, and is sent again when its reply is lost. */
export async function beCustomer(soak: Soak, me: SoakCustomer): Promise<void> {
  const jobs: string[] = [];
  while (Date.now() < soak.until) {
    const act = pick(Object.keys(CUSTOMER_ACTS) as (keyof typeof CUSTOMER_ACTS)[]);
    const reply = await ask(soak, act, { ...CUSTOMER_ACTS[act](soak, me, pick(jobs)), token: me.token });
    if (act === 'hold' && reply?.status === 201 && reply.body.id !== undefined) jobs.push(reply.body.id);
    if (act === 'send' && reply?.status === 200) await claimNewest(soak);
    await sleep(randomInt(5, 60));
  }
}

type Ask = Omit<Call, 'token'>;
const post = (path: string, body: object = {}): Ask => ({ method: 'POST', path: `/api${path}`, body });

/** A job that is none is asked for as well: it does not exist, and that is a fine answer. */
const CUSTOMER_ACTS = {
  hold: (soak: Soak, me: SoakCustomer) =>
    post('/customers/createjob', {
      packageID: soak.visitPackage,
      addressID: me.addressId,
      startTime: someStart(),
      promocode: randomInt(3) === 0 ? soak.code : '',
    }),
  code: (soak: Soak, _me: SoakCustomer, job: string) =>
    post(`/jobs/${job}/update-promocode`, { promocode: pick([soak.code, '']) }),
  hours: (_soak: Soak, _me: SoakCustomer, jobID: string) =>
    post('/customers/updatecredit', { jobID, credit_ID: pick([null, null, '']) }),
  pay: (_soak: Soak, _me: SoakCustomer, job: string) =>
    post(`/jobs/${job}/commit`, { stripeToken: pick(TOKENS), change: randomInt(3) === 0 }),
  'pay again': (_soak: Soak, _me: SoakCustomer, job: string) =>
    post(`/jobs/${job}/commit`, { stripeToken: 'tok_visa' }),
  cancel: (_soak: Soak, _me: SoakCustomer, job: string) => post(`/jobs/${job}/cancel`),
  buy: (soak: Soak) => post(`/packages/${soak.pack}/pay`, { stripeToken: pick(TOKENS) }),
  send: (soak: Soak) =>
    post('/customers/sendcredit', { amount: randomInt(1, 4) / 2, email: pick(soak.customers).email }),
} as const;

/** Whose mail has the newest gift claims it; the sandbox's inbox shows the code. */
async function claimNewest(soak: Soak): Promise<void> {
  const friend = pick(soak.customers);
  const inbox = { path: `/api/sandbox/messages?to=${encodeURIComponent(friend.email)}&size=20` };
  const mails = (await ask(soak, 'inbox', inbox))?.body.items ?? [];
  const codes = mails.flatMap(({ body }) => /^Code: (\S+)$/m.exec(String(body))?.[1] ?? []);
  if (codes.length === 0) return;
  const body = { code: pick(codes.slice(0, 3)) };
  await ask(soak, 'claim', { ...post('/customers/receivedcredit', body), token: friend.token });
}

/** The office: gives back, gives hours, charges, throws away and restores, and lets time pass. */
export async function beOffice(soak: Soak): Promise<void> {
  while (Date.now() < soak.until) {
    const { id } = pick(soak.customers);
    const act = pick(['refund', 'refund', 'adjust', 'charge', 'trash', 'call off', 'minute'] as const);
    const call = await officeCall(soak, act, id);
    if (call !== null) await ask(soak, act, { ...call, token: soak.officeToken });
    await sleep(randomInt(50, 300));
  }
}

async function officeCall(soak: Soak, act: string, customerID: string): Promise<Ask | null> {
  if (act === 'minute') return post('/sandbox/clock', { advance: 61 });
  if (act === 'adjust') {
    const credits = [{ perHour: 0, numCredits: randomInt(0, 8) / 2 }];
    return post(`/customers_admin/${customerID}/update`, { credits });
  }
  if (act === 'charge') {
    return post('/customers/chargeCreditCard', { customerID, total: randomInt(50, 9000), details: 'A vase' });
  }
  const isRefund = act === 'refund';
  const list = isRefund
    ? `/transactions?type=job&size=50&customerID=${customerID}`
    : '/jobs?status=*&size=50';
  const found = await ask(soak, 'look', { path: `/api${list}`, token: soak.officeToken });
  const items = found?.body.items ?? [];
  if (items.length === 0) return null;
  const item = pick(items);
  if (!isRefund) return post(`/jobs/${item.id}/${act === 'trash' ? pick(['trash', 'untrash']) : 'cancel'}`);
  if (Number(item.total) < 1) return null;
  return post(`/transactions/${item.id}/refund`, {
    amount: randomInt(1, Number(item.total) + 1),
    reason: 'Soaked',
  });
}

/** Asks until there is a reply; null when the person gave up. */
export async function ask(soak: Soak, act: string, call: Call): Promise<Reply | null> {
  const key = randomUUID();
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const address = await soak.server.address();
    const answer = await send(address, { ...call, key }).catch(() => null); // it was killed meanwhile
    if (answer === null) {
      count(soak, `${act} lost`);
      await sleep(randomInt(10, 200));
      continue;
    }
    count(soak, `${act} ${answer.status}`);
    if (answer.status === 500) soak.broken.push(`${act}: ${answer.body.slice(0, 300)}`);
    return { status: answer.status, body: JSON.parse(answer.body) };
  }
  return null;
}

function count({ counts }: Soak, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

/** On the half hours of the next weeks. */
function someStart(): string {
  const day = Temporal.Now.plainDateISO('Asia/Singapore').add({ days: randomInt(3, 55) });
  return `${day}T${pick(['09', '13', '16'])}:00:00+08:00`;
}

const NOBODY = '0190a000-0000-7000-8000-000000000000';

function pick<T>(from: readonly T[]): T {
  return (from.length === 0 ? NOBODY : from[randomInt(from.length)]) as T;
}
