import { expect, test } from 'vitest';
import { DEFAULTS } from '#features/catalogue/settings/rules/settings.ts';
import * as cleanerCalls from '#features/people/cleaners/contract.ts';
import { feature as cleaners } from '#features/people/cleaners/server/index.ts';
import type { Actor } from '#platform/kernel/actor.ts';
import { dayBounds, WEEKDAYS } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { addTimeOff } from '../contract.ts';
import type { VisitRequirements } from '../rules/visit-need.ts';
import { type AlternativesQuery, findAlternatives, findAlternativesOfAll } from './alternatives.ts';
import { feature as schedule } from './index.ts';

let statements = 0;
let mobiles = 0;
let [aminah, bala, cara] = ['', '', ''];
const office: Actor = {
  role: 'admin',
  officeRole: 'owner',
  id: '01900000-0000-7000-8000-00000000000a',
  sessionID: '',
};
const customer: Actor = { role: 'customer', id: '01900000-0000-7000-8000-00000000000c', sessionID: '' };

/**
 * Aminah and Bala work from 9 to 6 all week. Aminah is away on Tuesday 1 December, both are away from the 8th to the
 * 10th. Cara works two hours on Wednesdays, until 2 December.
 */
const app = await startTestApp({ features: [cleaners, schedule] });
const db = app.services.db.withPlugin({
  transformQuery: ({ node }) => {
    statements += 1;
    return node;
  },
  transformResult: async ({ result }) => result,
});
const as = await signedIn(app, 'admin');
const add = async (firstname: string, hours: object) => {
  mobiles += 1;
  const body = { firstname, gender: 'female' as const, mobile: `659100000${mobiles}`, ...hours };
  return (await app.call(cleanerCalls.createCleaner, { body }, as)).body.id;
};
const allWeek = Object.fromEntries(WEEKDAYS.map((day) => [`${day}Hours`, '09:00-18:00']));
aminah = await add('Aminah', allWeek);
bala = await add('Bala', allWeek);
cara = await add('Cara', { wednesdayHours: '09:00-11:00' });
const leave = async (id: string, from: string, until: string) => {
  const body = { startTime: `${from} 00:00`, endTime: `${until} 00:00` };
  expect((await app.call(addTimeOff, { params: { id }, body }, as)).status).toBe(201);
};
await leave(aminah, '2026-12-01', '2026-12-02');
await leave(aminah, '2026-12-08', '2026-12-11');
await leave(bala, '2026-12-08', '2026-12-11');
await leave(cara, '2026-12-03', '2027-03-01');

const pad = (day: number) => String(day).padStart(2, '0');
const need: VisitRequirements = {
  minutes: 180,
  numCleaners: 1,
  postal: '310145',
  regionID: null,
  gender: '',
  hasPets: false,
  language: '',
};
const query: AlternativesQuery = { need, settings: DEFAULTS, customerID: null, home: null, named: [] };
const nineOn = (day: number) => ({ start: Temporal.Instant.from(`2026-12-${pad(day)}T09:00:00+08:00`) });
const contextOf = (actor: Actor): Context => ({ ...app.context(actor), db });

async function counted<T>(work: () => Promise<T>): Promise<{ found: T; asked: number }> {
  statements = 0;
  const found = await work();
  return { found, asked: statements };
}

const shown = (found: Awaited<ReturnType<typeof findAlternatives>>) =>
  found.map(
    ({ startTime, cleaners: crew }) => `${startTime.slice(8, 16)} ${crew.map((one) => one.firstname)}`,
  );

const onTheSecond = ['02T09:00', '02T09:30'];
const onTheThirtieth = ['30T09:00', '30T14:30', '30T15:00'];
type Names = 'Aminah' | 'Bala';
interface Searched extends Pick<AlternativesQuery, 'who'> {
  readonly day: number;
  readonly named?: Names;
  readonly except?: Names;
}
const searches: readonly [string, Searched, readonly string[], Names][] = [
  ['on the day itself and the day after', { day: 2, except: 'Bala' }, [...onTheSecond, '03T09:00'], 'Aminah'],
  ['with the named cleaner if possible', { day: 2, named: 'Bala' }, [...onTheSecond, '01T09:00'], 'Bala'],
  ['with another cleaner', { day: 1, except: 'Aminah' }, ['01T09:00', '01T09:30', '30T09:00'], 'Bala'],
  ['with the named cleaner only', { day: 1, named: 'Aminah', who: 'named-only' }, onTheThirtieth, 'Aminah'],
  ['with the named cleaner first', { day: 1, named: 'Aminah', who: 'named-first' }, onTheThirtieth, 'Aminah'],
  ['without the members who stay', { day: 1, except: 'Bala' }, onTheThirtieth, 'Aminah'],
  ['near a day without free times', { day: 9 }, ['07T09:00', '07T14:30', '07T15:00'], 'Aminah'],
];

test.each(searches)('are found %s', async (_why, { day, who = 'anybody', ...more }, times, name) => {
  const ids = (one: Names | undefined) => (one === undefined ? [] : [one === 'Bala' ? bala : aminah]);
  const asked = { ...query, who, named: ids(more.named), except: ids(more.except) };
  const found = await findAlternatives(contextOf(customer), asked, nineOn(day));
  expect(shown(found)).toEqual(times.map((time) => `${time} ${name}`));
});

test('are empty for a crew larger than the staff', async () => {
  const crew = { ...query, need: { ...need, numCleaners: 4 } };
  expect(await findAlternatives(contextOf(customer), crew, nineOn(2))).toEqual([]);
});

test('of the named cleaner are filled up to three with those of others', async () => {
  const short = { ...need, minutes: 120 };
  const asked = { ...query, need: short, named: [cara], who: 'named-first' as const };
  const found = await findAlternatives(contextOf(customer), asked, nineOn(2));
  expect(shown(found)).toEqual(['02T09:00 Cara', '25T09:00 Cara', '02T09:30 Aminah']);
});

test('take the same number of queries for many times as for one, and fewer if the day itself has enough', async () => {
  const near = await counted(() => findAlternativesOfAll(contextOf(customer), query, [nineOn(2)]));
  const many = await counted(() =>
    findAlternativesOfAll(contextOf(customer), query, [2, 3, 4, 5, 6, 7].map(nineOn)),
  );
  const far = await counted(() => findAlternativesOfAll(contextOf(customer), query, [nineOn(9)]));
  const mixed = await counted(() =>
    findAlternativesOfAll(contextOf(customer), query, [2, 8, 9, 10, 11].map(nineOn)),
  );
  expect(many.found.map((each) => each.length)).toEqual([3, 3, 3, 3, 3, 3]);
  expect([many.asked, mixed.asked]).toEqual([near.asked, far.asked]);
  expect(far.asked).toBe(near.asked + 3);
});

test('are not shared with requests that have other rights or parameters', async () => {
  const soon = { start: dayBounds(app.clock.now().toZonedDateTimeISO('Asia/Singapore').toPlainDate()).end };
  const ask = (actor: Actor, more: Partial<AlternativesQuery> = {}) =>
    findAlternatives(contextOf(actor), { ...query, ...more }, soon);
  const [forCustomer, forOffice, ofBala] = await Promise.all([
    ask(customer),
    ask(office),
    ask(office, { named: [bala] }),
  ]);
  expect(forOffice).not.toEqual(forCustomer);
  expect(ofBala.map((each) => each.cleaners[0]?.firstname)).toEqual(['Bala', 'Bala', 'Bala']);
  expect(forOffice).toEqual(await ask(office));
  expect(forCustomer).toEqual(await ask(customer));
});
