import pg from 'pg';
import { connectionSettings } from '#platform/server/database/database.ts';
import { bookingCalls } from '../business/bookings.ts';
import { ZONE } from '../business/make-business.ts';
import { ask, type Call, median } from '../client.ts';
import type { RatioResult } from '../report/results.ts';
import type { Statement } from '../servers/child.ts';
import type { Site } from '../site.ts';

const AT_ONCE = 16;
const GOAL = 0.5;

/**
 * Visits that are booked and paid with hours of credit a second, against bare clients that send the same statements with
 * the same values: what Kemas sent for these visits, one after the other, before. In alternation.
 */
export async function measureCreditBookings(site: Site, rounds: number): Promise<RatioResult[]> {
  const calls = bookingCalls({ ...site.cast, bookers: site.cast.payers }).slice(0, site.cast.payers.length);
  const statements: Statement[][] = [];
  try {
    for (const call of calls)
      statements.push(await site.kemas.statementsOf(() => bookAndPay(site.kemas.address, call)));
    await site.clear();
    const pairs: { readonly kemas: number; readonly bare: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const kemas = await paceOf(calls, (call) => bookAndPay(site.kemas.address, call));
      await site.clear();
      const bare = await withClients(site.url, (send) => paceOf(statements, send));
      await site.clear();
      pairs.push({ kemas, bare });
    }
    return [
      {
        name: 'createjob and updatecredit',
        size: site.name,
        statements: median(statements.map((each) => each.length)),
        kemas: median(pairs.map((pair) => pair.kemas)),
        bare: median(pairs.map((pair) => pair.bare)),
        ratio: median(pairs.map((pair) => pair.kemas / pair.bare)),
        goal: GOAL,
      },
    ];
  } finally {
    await site.clear();
  }
}

/** @throws when the hours do not pay for the visit whole. */
async function bookAndPay(address: string, call: Call): Promise<void> {
  const { id } = await ask<{ id: string }>(address, call);
  const pay = { ...call, path: '/api/customers/updatecredit', body: { jobID: id } };
  const { amountToPay } = await ask<{ amountToPay: number }>(address, pay);
  if (amountToPay !== 0) throw new Error(`The hours left ${amountToPay} cents to pay.`);
}

/** How many a second are done, so many at once. */
async function paceOf<T>(all: readonly T[], one: (of: T) => Promise<void>): Promise<number> {
  const left = [...all];
  const began = performance.now();
  const person = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await one(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, person));
  return (all.length * 1000) / (performance.now() - began);
}

/** As many connections as send at once; each statement is prepared once a connection. */
async function withClients<T>(
  url: string,
  work: (send: (statements: readonly Statement[]) => Promise<void>) => Promise<T>,
): Promise<T> {
  const settings = connectionSettings({ url, timeZone: ZONE });
  const free = Array.from({ length: AT_ONCE }, () => new pg.Client(settings));
  const clients = [...free];
  await Promise.all(clients.map((client) => client.connect()));
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    names.set(text, names.get(text) ?? `bare_${names.size}`);
    return names.get(text) ?? '';
  };
  try {
    return await work(async (statements) => {
      const client = free.pop();
      if (client === undefined) throw new Error('More senders than clients.');
      for (const { text, values } of statements)
        await client.query({ name: nameOf(text), text, values: [...values] });
      free.push(client);
    });
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
