import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, send } from '../load.ts';

export interface SoakCustomer {
  readonly id: string;
  readonly addressId: string;
  readonly email: string;
  readonly token: string;
}

/** Who uses Kemas, and what they book. */
export interface SoakCast {
  readonly customers: readonly SoakCustomer[];
  readonly officeToken: string;
  readonly visitPackage: string;
  readonly pack: string;
  readonly code: string;
}

export interface Soak extends SoakCast {
  /** Where Kemas answers now; waits while it is being started again. */
  address(): Promise<string>;
  /** Replies by action and status. */
  readonly counts: Map<string, number>;
  /** Violations found so far. */
  readonly broken: string[];
  /** No new actions from then on, ms since 1970. */
  readonly until: number;
}

/** Mostly cards that succeed: after ten declined cards in an hour an IP address is blocked. */
const TOKENS = [...Array(12).fill('tok_visa'), 'tok_chargeDeclined', 'tok_threeDSecure2Required'] as string[];
const MOST_TRIES = 4;

interface Reply {
  readonly status: number;
  readonly body: { readonly id?: string; readonly items?: readonly { readonly [name: string]: unknown }[] };
}

/** One customer, at random, until the soak is over. */
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

/** Without a job of its own an action is sent for one that does not exist. */
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

/** A customer with a gift in the sandbox's inbox claims it. */
async function claimNewest(soak: Soak): Promise<void> {
  const friend = pick(soak.customers);
  const inbox = { path: `/api/sandbox/messages?to=${encodeURIComponent(friend.email)}&size=20` };
  const mails = (await ask(soak, 'inbox', inbox))?.body.items ?? [];
  const codes = mails.flatMap(({ body }) => /^Code: (\S+)$/m.exec(String(body))?.[1] ?? []);
  if (codes.length === 0) return;
  const body = { code: pick(codes.slice(0, 3)) };
  await ask(soak, 'claim', { ...post('/customers/receivedcredit', body), token: friend.token });
}

/** The office refunds, gives hours, charges, trashes, restores and lets time pass. */
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

/** Repeats the request with the same Idempotency-Key until there is a reply; null after the last try. */
export async function ask(soak: Soak, act: string, call: Call): Promise<Reply | null> {
  const key = randomUUID();
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const reply = await fetchReply(await soak.address(), { ...call, key });
    if (reply === null) {
      count(soak, `${act} lost`);
      await sleep(randomInt(10, 200));
      continue;
    }
    count(soak, `${act} ${reply.status}`);
    if (reply.status === 500) soak.broken.push(`${act}: ${JSON.stringify(reply.body).slice(0, 300)}`);
    return reply;
  }
  return null;
}

/** null when the server was killed meanwhile. */
async function fetchReply(address: string, call: Call): Promise<Reply | null> {
  try {
    const reply = await send(address, call);
    return { status: reply.status, body: (await reply.json()) as Reply['body'] };
  } catch {
    return null;
  }
}

function count({ counts }: Soak, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

function someStart(): string {
  const day = Temporal.Now.plainDateISO('Asia/Singapore').add({ days: randomInt(3, 55) });
  return `${day}T${pick(['09', '13', '16'])}:00:00+08:00`;
}

const NOBODY = '0190a000-0000-7000-8000-000000000000';

function pick<T>(from: readonly T[]): T {
  return (from.length === 0 ? NOBODY : from[randomInt(from.length)]) as T;
}
