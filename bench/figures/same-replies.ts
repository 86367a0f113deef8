import { isDeepStrictEqual } from 'node:util';
import { ask, type Call } from '../client.ts';
import type { Server } from '../servers/child.ts';
import type { Site } from '../site.ts';

/** So many calls of each kind are compared. */
const COMPARED = 30;
/** What two bookings of the same visit differ in. */
const OF_THE_MOMENT = new Set(['id', 'holdExpiresAt', 'createdAt', 'updatedAt']);

/** Asks Kemas and the floor for the same. @throws when one does less than the other */
export async function checkSameReplies(site: Site, floor: Server, all: readonly Call[]): Promise<void> {
  const calls = all.slice(0, COMPARED);
  const kemas = await repliesOf(site, site.kemas, calls);
  const others = await repliesOf(site, floor, calls);
  for (const [i, call] of calls.entries()) {
    if (isDeepStrictEqual(kemas[i], others[i])) continue;
    const both = [kemas[i], others[i]].map((reply) => JSON.stringify(reply));
    throw new Error(`The floor's reply to ${call.path} is another:\n${both.join('\n')}`);
  }
}

async function repliesOf(site: Site, { address }: Server, calls: readonly Call[]): Promise<object[]> {
  const replies: object[] = [];
  for (const call of calls) {
    const reply = await ask<object>(address, call);
    replies.push(call.method === 'POST' ? withoutMoment(reply) : reply);
  }
  await site.clear();
  return replies;
}

function withoutMoment(reply: object): object {
  return Object.fromEntries(Object.entries(reply).filter(([name]) => !OF_THE_MOMENT.has(name)));
}
