import { beforeAll, describe, expect, it } from 'vitest';
import { feature as places } from '#features/catalogue/places/server/index.ts';
import { feature as accounts } from '#features/people/accounts/server/index.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { createCustomer, listCustomers } from '../contract.ts';
import { feature } from './index.ts';

let people = 0;

const app = await startTestApp({ features: [accounts, places, feature] });
const office = await signedIn(app, 'admin');

interface Person {
  readonly firstname: string;
  readonly lastname?: string;
  readonly displayName?: string;
  readonly mobile?: string;
  readonly email?: string;
}

async function add(person: Person) {
  people += 1;
  const mobile = `659${String(3_000_000 + people)}`;
  const email = `person${people}@home.example`;
  return app.call(createCustomer, { body: { mobile, email, lastname: '', ...person } }, office);
}

async function find(q: string): Promise<string[]> {
  const { body } = await app.call(listCustomers, { query: { q } }, office);
  return body.items.map((customer) => customer.fullname);
}

describe('searching customers', () => {
  beforeAll(async () => {
    await add({ firstname: 'José', lastname: 'Núñez' });
    await add({ firstname: 'Rene\u0301e', lastname: 'O’Brien' });
    await add({ firstname: 'Siti', lastname: "D'Souza" });
    await add({ firstname: '陈美玲' });
    await add({ firstname: '美玲', lastname: '王' });
    await add({ firstname: 'Maria', lastname: 'Holder', mobile: '81234567' });
    await add({ firstname: 'Wei', lastname: 'Wong', mobile: '91234765' });
    await add({ firstname: 'Hui', lastname: 'Ng' });
    await add({ firstname: 'Siew Hua', lastname: 'Lim', displayName: '林秀花' });
  });

  it.each([
    ['Jose Nunez', ['José Núñez']],
    ['JOSE\u0301', ['José Núñez']],
    ['Ren\u00e9e', ['Renée O’Brien']],
    ['Renee', ['Renée O’Brien']],
    ["o'brien", ['Renée O’Brien']],
    ['D’Souza', ["Siti D'Souza"]],
    ['陈美玲', ['陈美玲']],
    ['王美玲', ['美玲 王']],
    ['陈', ['陈美玲']],
    ['Ｍａｒｉａ', ['Maria Holder']],
    ['Maria\u200b', ['Maria Holder']],
    ['Holder, Maria', ['Maria Holder']],
    ['+65 8123 4567', ['Maria Holder']],
    ['\u202a+65 8123 4567\u202c', ['Maria Holder']],
    ['+6581234567', ['Maria Holder']],
    ['8123-4567', ['Maria Holder']],
    ['8123\u20114567', ['Maria Holder']],
    ['(65) 81234567', ['Maria Holder']],
    ['Holder 8123 4567', ['Maria Holder']],
    ['ng', ['Hui Ng']],
    ['林秀花', ['林秀花']],
    ['Siew Hua Lim', ['林秀花']],
    ['%', []],
  ])('finds by %j', async (q, names) => {
    expect(await find(q)).toEqual(names);
  });

  it.each(['美玲', '玲'])('finds %s inside names', async (q) => {
    expect(await find(q)).toHaveLength(2);
  });
});

describe('search input', () => {
  it.each(['\u200b', '\u3164', '\u2800', '\u200d', '\u00ad', '12'])(
    'is not a name without a visible letter: %j',
    async (firstname) => {
      expect((await add({ firstname })).status).toBe(422);
    },
  );

  it('is stored as NFC without hidden formatting', async () => {
    const { body } = await add({
      firstname: '\u202eAme\u0301lie\u202c',
      mobile: '\u202a+65 8222 3333\u202c',
      email: 'mei@bücher.example',
    });
    expect(body).toMatchObject({
      firstname: 'Am\u00e9lie',
      mobile: '6582223333',
      email: 'mei@xn--bcher-kva.example',
    });
  });
});
