import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { startBookingApp } from '#features/booking/booking/server/testing/booking-app.ts';
import { makeWorld } from '#features/booking/booking/server/testing/world.ts';
import { commitJob } from '#features/booking/checkout/contract.ts';
import { addInvoice } from '#features/booking/invoices/server/testing/add-invoice.ts';
import { giveHours } from '#features/money/credits/server/testing/credit-world.ts';
import { requestTimeOff } from '#features/work/cover/contract/time-off-requests.ts';
import type { CallDefinition } from '#platform/contract/call.ts';
import type { Role } from '#platform/kernel/actor.ts';
import { isGroup } from '#platform/kernel/policy.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As, Reply } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import { features } from './features.ts';

/** Mei's home and her visit by Aminah; Wei and Rosa are unrelated to them. */
type Thing =
  | 'customer'
  | 'address'
  | 'cleaner'
  | 'job'
  | 'charge'
  | 'transaction'
  | 'lot'
  | 'session'
  | 'series'
  | 'series-question'
  | 'entry'
  | 'time-off request'
  | 'invoice';

/** How to test a route for one's own resources. */
type Trial =
  /** Acts on one resource, by its id in the path or in the body. */
  | { readonly about: Thing; readonly body?: (id: string) => object; readonly only?: Role }
  /** Lists resources, of which only one's own may be returned. */
  | { readonly lists: Thing | 'nothing here'; readonly query?: string }
  /** Acts on the caller, whatever id is sent. */
  | { readonly aboutMyself: true };

const EMPTY = () => ({});
const MYSELF = { aboutMyself: true } as const;
/** A photo of Mei's visit, taken by Aminah. */
const PHOTO_ID = randomUUID();

const pausedDays = () => ({ firstDay: '2026-12-20', lastDay: '2026-12-27' });
const pattern = () => ({ interval: 'monthly', fromJobID: PHOTO_ID });

/** Every route that a policy opens only for one's own resources. A new one fails below until it is added here. */
const TRIALS: Readonly<Record<string, Trial>> = {
  'POST /signout': MYSELF,
  'POST /signout-everywhere': MYSELF,
  'GET /sessions': MYSELF,
  'GET /admins/totp': MYSELF,
  'POST /admins/totp/begin': MYSELF,
  'POST /admins/totp/confirm': MYSELF,
  'POST /admins/totp/end': MYSELF,
  // A session belongs to one person: the other roles are tested separately.
  'POST /sessions/:id/end': { about: 'session', body: EMPTY, only: 'customer' },
  'GET /customers/checkstatus': MYSELF,
  'POST /customers/get_fullname': MYSELF,
  'POST /uploads': MYSELF,
  'GET /customers/:id': { about: 'customer' },
  'POST /customers/:id/update': { about: 'customer', body: () => ({ lastname: 'Lim' }) },
  'POST /customers/:id/resend-email-confirmation': { about: 'customer', body: EMPTY },
  'POST /customers/:id/cancel-email-change': { about: 'customer', body: EMPTY },
  'POST /customers/:id/unlink-facebook': { about: 'customer', body: EMPTY },
  'POST /customers/change-mobile': {
    about: 'customer',
    body: (id) => ({ customerID: id, mobile: '81234568' }),
  },
  'POST /customers/verify-new-mobile': {
    about: 'customer',
    body: (id) => ({ customerID: id, otp: '123456' }),
  },
  'POST /customers/:id/personal-data': { about: 'customer', body: EMPTY },
  'GET /customers/:id/closing': { about: 'customer' },
  // Refused because her visit is upcoming.
  'POST /customers/:id/close': { about: 'customer', body: EMPTY },
  'GET /customers-addresses': { lists: 'address' },
  'GET /customers-addresses/:id': { about: 'address' },
  'POST /customers-addresses': MYSELF,
  'POST /customers-addresses/:id/update': { about: 'address', body: () => ({ label: 'Flat' }) },
  'POST /customers-addresses/:id/trash': { about: 'address', body: EMPTY },
  'POST /customers-addresses/:id/untrash': { about: 'address', body: EMPTY },
  'POST /cleaners/:id/update': { about: 'cleaner', body: () => ({ salutation: 'Ms' }) },
  'GET /cleaner_regions': { lists: 'cleaner' },
  'POST /cleaner_regions': { about: 'cleaner', body: (id) => ({ cleanerID: id, regionIDs: [] }) },
  'POST /cleaners/change-mobile': {
    about: 'cleaner',
    body: (id) => ({ cleanerID: id, mobile: '81234567' }),
  },
  'POST /cleaners/verify-new-mobile': { about: 'cleaner', body: (id) => ({ cleanerID: id, otp: '123456' }) },
  'GET /cleaners/list-unavailable-date': { lists: 'job' },
  'GET /cleaners/list-unavailable-date-by-month': { lists: 'nothing here', query: 'month=2026-11' },
  'GET /transactions': { lists: 'transaction' },
  'GET /transactions/:id': { about: 'transaction' },
  'GET /transactions/:id/receipt': { about: 'transaction' },
  'POST /customers/createjob': { about: 'address', body: (id) => ({ ...booking, addressID: id }) },
  'GET /jobs': { lists: 'job' },
  'GET /jobs/:id': { about: 'job' },
  'POST /jobs/:id/update': { about: 'job', body: () => ({ specialRequests: 'Mind the cat' }) },
  'POST /jobs/:id/update-preview': { about: 'job', body: () => ({ addressID: randomUUID() }) },
  'POST /jobs/:id/update-promocode': { about: 'job', body: () => ({ promocode: '' }) },
  'GET /jobs/:id/cancellation-preview': { about: 'job' },
  // With a wrong fee, so that it is refused and the job does not change.
  'POST /jobs/:id/cancel': { about: 'job', body: () => ({ fee: 1 }) },
  'POST /jobs/:id/release': { about: 'job', body: EMPTY },
  // Not part of a series, so it is refused and does not change.
  'GET /jobs/:id/following/cancellation-preview': { about: 'job' },
  'POST /jobs/:id/following/cancel': { about: 'job', body: EMPTY },
  'POST /jobs/:id/following/move-preview': {
    about: 'job',
    body: () => ({ startTime: '2026-11-28T09:00:00+08:00' }),
  },
  'POST /jobs/:id/following/move': { about: 'job', body: () => ({ startTime: '2026-11-28T09:00:00+08:00' }) },
  'GET /series/renewals': MYSELF,
  'POST /series/:id/decline-renewal': { about: 'series', body: EMPTY },
  'GET /series/:id': { about: 'series' },
  'POST /series/:id/pause-preview': { about: 'series', body: pausedDays },
  'POST /series/:id/pause': { about: 'series', body: pausedDays },
  'POST /series/:id/pattern-preview': { about: 'series', body: pattern },
  'POST /series/:id/pattern': { about: 'series', body: pattern },
  'POST /series/:id/stop': { about: 'series', body: EMPTY },
  'POST /series/questions/:id/answer': { about: 'series-question', body: () => ({ answer: 'no-visit' }) },
  'POST /customers/updatecredit': { about: 'job', body: (id) => ({ jobID: id }) },
  'POST /jobs/:id/commit': { about: 'job', body: () => ({ stripeToken: 'tok_visa' }) },
  'POST /jobs/:id/payment/cancel': { about: 'job', body: EMPTY },
  'POST /job-charges/:id/pay': { about: 'charge', body: () => ({ stripeToken: 'tok_visa' }) },
  'POST /jobs/:id/pay-each-visit': { about: 'job', body: EMPTY },
  'POST /jobs/:id/pay-by-invoice': { about: 'job', body: EMPTY },
  'GET /customers/:id/billing': { about: 'customer' },
  'GET /customers/:id/statement': { about: 'customer' },
  'GET /invoices': { lists: 'invoice' },
  'GET /invoices/:id': { about: 'invoice' },
  'GET /invoices/:id/pdf': { about: 'invoice' },
  'GET /jobs/:id/paynow': { about: 'job', body: EMPTY },
  'GET /jobs/:id/messages': { about: 'job' },
  'POST /jobs/:id/messages': { about: 'job', body: () => ({ text: 'Do you bring a vacuum cleaner?' }) },
  'POST /messages/language': MYSELF,
  'POST /jobs/:id/start': { about: 'job', body: EMPTY },
  'POST /jobs/:id/finish': { about: 'job', body: EMPTY },
  'POST /jobs/:id/undo-finish': { about: 'job', body: EMPTY },
  'GET /jobs/:id/visit-record': { about: 'job' },
  'POST /jobs/:id/refused-actions': {
    about: 'job',
    body: () => ({ act: 'finish', at: '2026-11-22 18:00', code: 'not_changeable' }),
  },
  'POST /jobs/:id/came': { about: 'job', body: () => ({ came: false }) },
  'POST /jobs/:id/on-the-way': { about: 'job', body: EMPTY },
  'POST /jobs/:id/photos': {
    about: 'job',
    body: () => ({ photoID: randomUUID(), kind: 'before', url: '/uploads/none/1.jpg' }),
  },
  'POST /jobs/:id/photos/remove': { about: 'job', body: () => ({ photoID: PHOTO_ID }) },
  'GET /job_checklists/:id': { about: 'job' },
  'POST /job_checklists/:id/update': { about: 'job', body: () => ({ comment: 'Done' }) },
  'POST /jobs/:id/addreview': { about: 'job', body: () => ({ reviewStarts: 5 }) },
  'GET /customers-credits/:id': { about: 'customer' },
  'GET /customers-credits/:id/movements': { about: 'customer' },
  'GET /credits/list': { lists: 'lot' },
  'POST /packages/:id/pay': MYSELF,
  'POST /packages/:id/payment/cancel': MYSELF,
  'POST /customers/sendcredit': MYSELF,
  'POST /customers/receivedcredit': MYSELF,
  'POST /customers/sendcreditList': { about: 'customer', body: (id) => ({ customerID: id }) },
  'POST /customers/receivedcreditList': { about: 'customer', body: (id) => ({ customerID: id }) },
  // The day is not full, so it is refused.
  'POST /waiting-list': { about: 'address', body: (id) => ({ ...waiting, addressID: id }) },
  'GET /waiting-list': { lists: 'entry' },
  'POST /waiting-list/:id/withdraw': { about: 'entry', body: EMPTY },
  'POST /waiting-list/:id/rejoin': { about: 'entry', body: EMPTY },
  'POST /calendar/create_event': { about: 'job', body: (id) => ({ jobID: id }) },
  'POST /calendar/delete_event': { about: 'job', body: (id) => ({ jobID: id }) },
  'GET /absences/own': MYSELF,
  'POST /absences': MYSELF,
  'POST /absences/withdraw': MYSELF,
  'GET /time-off-requests/own': MYSELF,
  'POST /time-off-requests': MYSELF,
  'POST /time-off-requests/:id/withdraw': { about: 'time-off request', body: EMPTY },
  'GET /calendar/feed': MYSELF,
  'POST /calendar/feed': MYSELF,
  'POST /calendar/feed/end': MYSELF,
};

const stripe = await startTestStripe();
const app = await startBookingApp({ providers: { payments: stripe.payments }, features });
const api = app.api;
const world = await makeWorld(app.context(), { customers: 2, cleaners: 2 });
const [mei, wei] = world.customers;
const [aminah = '', rosa = ''] = world.cleanerIDs;
const people = {
  mei: await signedIn(app, 'customer', mei?.id),
  wei: await signedIn(app, 'customer', wei?.id),
  aminah: await signedIn(app, 'cleaner', aminah),
  rosa: await signedIn(app, 'cleaner', rosa),
};
/** A booking without a home. */
const booking = { packageID: world.packageID, startTime: '2026-11-27T09:00:00+08:00', cleaner1ID: aminah };
const booked = { ...booking, addressID: mei?.addressID ?? '', startTime: '2026-11-26T09:00:00+08:00' };
const job = (await app.call(createJob, { body: booked }, people.mei)).body.id;
const paid = await app.call(
  commitJob,
  { params: { id: job }, body: { stripeToken: 'tok_visa' } },
  people.mei,
);
await addVisitPhoto(job, aminah);
const weekly = {
  ...booked,
  startTime: '2026-11-25T13:00:00+08:00',
  recurrence: { interval: 'weekly', count: 2 },
} as const;
const series = (await app.call(createJob, { body: weekly }, people.mei)).body.seriesID ?? '';
const transaction = 'transactionID' in paid.body ? (paid.body.transactionID ?? '') : '';
const lot = await giveHours(app.context(), mei?.id ?? '', { hours: 2 });
const session = await sessionOf(mei?.id ?? '');
const waiting = { packageID: world.packageID, date: '2026-11-30' };
const entry = await addWaitingEntry(mei?.id ?? '', mei?.addressID ?? '');
const dayOff = { firstDay: '2026-12-10', lastDay: '2026-12-10' };
const [timeOffRequest] = (await app.call(requestTimeOff, { body: dayOff }, people.aminah)).body.items;
const things = {
  customer: mei?.id ?? '',
  address: mei?.addressID ?? '',
  cleaner: aminah,
  job,
  charge: await addCharge(job),
  transaction,
  lot,
  session,
  series,
  'series-question': await askAbout(series),
  entry,
  'time-off request': timeOffRequest?.id ?? '',
  invoice: await addInvoice(app.context(), mei?.id ?? ''),
};

async function askAbout(seriesID: string): Promise<string> {
  const id = app.services.newID();
  const now = app.clock.now().toString();
  const question = { id, seriesID, startsAt: '2026-12-09T05:00:00Z', createdAt: now, answerBy: now };
  await app.database.db.insertInto('series_question').values(question).execute();
  return id;
}

async function addWaitingEntry(customerID: string, addressID: string): Promise<string> {
  const now = app.clock.now().toString();
  const id = app.services.newID();
  await app.database.db
    .insertInto('waiting_entry')
    .values({
      id,
      customerID,
      addressID,
      packageID: world.packageID,
      day: '2026-12-01',
      part: 'any',
      requireCleaningSupplies: false,
      specialRequests: '',
      contactDetails: '',
      state: 'waiting',
      createdAt: now,
      changedAt: now,
      checkAt: now,
    })
    .execute();
  return id;
}

async function addCharge(jobID: string): Promise<string> {
  const id = app.services.newID();
  const createdAt = app.clock.now().toString();
  await app.database.db
    .insertInto('job_charge')
    .values({ id, jobID, kind: 'key', cents: 2000, createdAt })
    .execute();
  return id;
}

async function addVisitPhoto(jobID: string, cleanerID: string): Promise<void> {
  const now = app.clock.now().toString();
  await app.database.db
    .insertInto('visit_photo')
    .values({
      id: PHOTO_ID,
      jobID,
      kind: 'before',
      cleanerID,
      url: `/uploads/${PHOTO_ID}/1.jpg`,
      takenAt: now,
      receivedAt: now,
    })
    .execute();
}

/** A second session of a customer, besides the one that she calls with. */
async function sessionOf(customerID: string): Promise<string> {
  await signedIn(app, 'customer', customerID);
  const newest = await app.database.db
    .selectFrom('session')
    .select('id')
    .where('accountID', '=', customerID)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return newest.id;
}

/** The roles that a route admits for their own resources, by its action's policy. */
function ownRoles(call: CallDefinition): Role[] {
  const open = Object.entries(call.action?.open ?? {});
  return open.filter(([, relation]) => !isGroup(relation)).map(([role]) => role as Role);
}

function ownCalls(): CallDefinition[] {
  return api.calls.filter((call) => ownRoles(call).length > 0);
}

describe('resource ownership on every route and for every role', () => {
  it('every route for customers or cleaners has a policy', () => {
    const open = api.calls.filter((call) => call.who.includes('customer') || call.who.includes('cleaner'));
    expect(open.filter((call) => call.action === undefined).map(nameOf)).toEqual([]);
  });

  it('admits exactly the roles of its action', () => {
    const named = api.calls.filter((call) => call.action !== undefined);
    const wrong = named.filter(
      ({ who, action }) =>
        [...who].sort().join() !==
        Object.keys(action?.open ?? {})
          .sort()
          .join(),
    );
    expect(wrong.map(nameOf)).toEqual([]);
  });

  it('has a trial for every route for one’s own resources', () => {
    expect(ownCalls().map(nameOf).sort()).toEqual(Object.keys(TRIALS).sort());
  });

  it('replies to someone else’s resource as to a missing one', async () => {
    const wrong: string[] = [];
    for (const { call, role, trial } of trialsAbout()) {
      await app.database.pool.query('delete from throttle'); // this many attempts count as guessing
      const other = await ask(call, trial, { id: things[trial.about], as: people[OTHER[role]] });
      const none = await ask(call, trial, { id: randomUUID(), as: people[OTHER[role]] });
      if (other.status !== 404) wrong.push(`${nameOf(call)} answers a ${role} ${other.status}`);
      if (JSON.stringify(other.body) !== JSON.stringify(none.body))
        wrong.push(`${nameOf(call)} tells a ${role} somebody else’s from none`);
    }
    expect(wrong).toEqual([]);
  });

  it('finds one’s own resource, so the trials above use existing ones', async () => {
    const wrong: string[] = [];
    for (const { call, role, trial } of trialsAbout()) {
      const { status } = await ask(call, trial, { id: things[trial.about], as: people[OWNER[role]] });
      if (status >= 500 || ([401, 403, 404].includes(status) && !isCodeRefused(call, status)))
        wrong.push(`${nameOf(call)} answers the ${role} whose it is ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  it('finds one’s own resource by its id in upper case, too', async () => {
    const wrong: string[] = [];
    for (const { call, role, trial } of trialsAbout()) {
      const id = things[trial.about].toUpperCase();
      const { status } = await ask(call, trial, { id, as: people[OWNER[role]] });
      if ([401, 403, 404].includes(status) && !isCodeRefused(call, status))
        wrong.push(`${nameOf(call)} answers the ${role} whose it is ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  it('lists only one’s own resources', async () => {
    const wrong: string[] = [];
    for (const call of ownCalls()) {
      const trial = TRIALS[nameOf(call)];
      if (trial === undefined || !('lists' in trial) || trial.lists === 'nothing here') continue;
      for (const role of ownRoles(call)) {
        const thing = things[trial.lists];
        const [own, other] = await Promise.all(
          [OWNER[role], OTHER[role]].map((who) => list(call, trial.query, people[who])),
        );
        if (!own?.includes(thing)) wrong.push(`${nameOf(call)} hides a ${role}’s own`);
        if (other?.includes(thing)) wrong.push(`${nameOf(call)} shows a ${role} somebody else’s`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

const OWNER = { customer: 'mei', cleaner: 'aminah', admin: 'mei' } as const;
const OTHER = { customer: 'wei', cleaner: 'rosa', admin: 'wei' } as const;

type About = Extract<Trial, { about: Thing }>;

function trialsAbout(): { call: CallDefinition; role: Role; trial: About }[] {
  return ownCalls().flatMap((call) => {
    const trial = TRIALS[nameOf(call)];
    if (trial === undefined || !('about' in trial)) return [];
    const roles = ownRoles(call).filter((role) => trial.only === undefined || trial.only === role);
    return roles.map((role) => ({ call, role, trial }));
  });
}

/** A wrong code is a 401 too: a caller who is asked for one has passed the policy. */
function isCodeRefused(call: CallDefinition, status: number): boolean {
  return status === 401 && call.path.endsWith('/verify-new-mobile');
}

function ask(
  call: CallDefinition,
  trial: About,
  { id, as }: { readonly id: string; readonly as: As },
): Promise<Reply<unknown>> {
  return app.request({
    method: call.method,
    url: `/api${call.path.replace(':id', id)}`,
    headers: { authorization: `Bearer ${as.jwt}` },
    ...(call.method === 'POST' ? { payload: trial.body?.(id) ?? {} } : {}),
  });
}

/** The whole reply as text, to search for an id. */
async function list(call: CallDefinition, query: string | undefined, as: As): Promise<string> {
  const url = `/api${call.path}${query === undefined ? '' : `?${query}`}`;
  const reply = await app.request({ method: 'GET', url, headers: { authorization: `Bearer ${as.jwt}` } });
  return JSON.stringify(reply.body);
}

function nameOf(call: CallDefinition): string {
  return `${call.method} ${call.path}`;
}
