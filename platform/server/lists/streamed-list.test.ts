import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { listQuery, listReply } from '../../contract/schemas.ts';
import { problem, startTestApp } from '../../testing/test-app.ts';
import { handle } from '../http/handle.ts';
import { writeCursor } from './cursor.ts';
import { listOf } from './streamed-list.ts';

/** Numbers with a value that many of them share, in one table, or joined with the table of their words. */
const listNumbers = defineCall({
  method: 'GET',
  path: '/numbers',
  who: ['anyone'],
  summary: 'Numbers, for this test.',
  query: listQuery(['number', 'value', 'word'], {
    joined: z.stringbool().default(false),
    q: z.string().optional(),
    whole: z.stringbool().default(false),
  }),
  reply: listReply(z.strictObject({ number: z.int(), value: z.string(), word: z.string() })),
  streamed: true,
});

const COUNT = 1203;
const MANY = 50_005;
const number = sql<{ number: number; value: string }>`(
  select number, ((number % 7) * interval '1.000001 s')::text as value from generate_series(1, ${sql.lit(COUNT)}) as number)`;
const word = sql<{ number: number; word: string }>`(
  select number, 'word ' || number % 5 as word from generate_series(1, ${sql.lit(MANY)}) as number)`;

/** The number whose row fails. */
let broken = 0;
/** The numbers that are filtered. */
let filtered = number;
/** Maps the numbers between reading a page's keys and its rows. */
let meanwhile = number;

const app = await startTestApp({
  features: [
    {
      name: 'numbers',
      routes: (api) =>
        handle(api, listNumbers, ({ ctx, query }) => {
          const rows = ctx.db
            .selectFrom(meanwhile.as('one'))
            .innerJoin(word.as('said'), 'said.number', 'one.number')
            .select(['one.number', 'one.value', 'said.word']);
          const found = ctx.db.selectFrom(filtered.as('one')).where(sql<boolean>`one.number % 2 = 1`);
          return listOf(ctx, query, {
            name: 'numbers',
            rows,
            ...(query.joined && { found }),
            countsWithPage: query.whole,
            key: 'one.number',
            sort: { number: [], value: ['one.value'], word: ['said.word', 'one.value'] },
            sortJoins: { word: (ids) => ids.innerJoin(word.as('said'), 'said.number', 'one.number') },
            toItem: (row) => {
              if (row.number === broken) throw new Error('select secret from table_name');
              return row;
            },
          });
        }),
    },
  ],
});
await app.api.fastify.listen({ port: 0, host: '127.0.0.1' });
const port = (app.api.fastify.server.address() as AddressInfo).port;

beforeEach(() => {
  broken = 0;
  meanwhile = number;
  filtered = number;
});

const read = async (query: object) => {
  const reply = await app.call(listNumbers, { query });
  expect(reply.status).toBe(200);
  return reply.body;
};

/** Every item, page by page, following `next`. */
async function readOn(query: object) {
  const pages = [await read(query)];
  for (let after = pages[0]?.next; after; after = pages.at(-1)?.next)
    pages.push(await read({ ...query, after, count: '0' }));
  return pages.flatMap((page) => page.items);
}

describe.each([false, true])('a list (keys first: %s)', (joined) => {
  it.each(['number', 'value', 'word'])(
    'sorted by %s returns every row once, in order, following `next`',
    async (sortby) => {
      for (const order of ['asc', 'desc'] as const) {
        const query = { joined, sortby, order };
        const whole = await read({ ...query, size: 9_999_999 });
        expect(new Set(whole.items.map((item) => item.number)).size).toBe(joined ? 602 : COUNT);
        expect(whole).toMatchObject({ next: null, total: whole.items.length, from: 0 });
        expect(await readOn({ ...query, size: 100 })).toEqual(whole.items);
        expect(Object.keys(whole.items.at(-1) ?? {})).toEqual(['number', 'value', 'word']);
        const values = whole.items.map((item) =>
          sortby === 'number' ? item.number : item[sortby as 'value'],
        );
        expect(values).toEqual(
          values.toSorted((a, b) => (a < b ? -1 : Number(a > b)) * (order === 'asc' ? 1 : -1)),
        );
      }
    },
  );

  it('counts `from` from where the cursor points', async () => {
    const first = await read({ joined, size: 10 });
    const behind = await read({ joined, size: 5, from: 3, after: first.next });
    expect(behind.items).toEqual((await read({ joined, size: 5, from: 13 })).items);
  });

  it.each([0, 1, 500, 501, 1000])('of %d rows is complete', async (size) => {
    const page = await read({ joined, size });
    expect(page.items).toHaveLength(Math.min(size, joined ? 602 : COUNT));
    expect(page.total).toBe(joined ? 602 : COUNT);
  });
});

it('reads pages near its end from there, whole and in order', async () => {
  filtered = sql`(select number, '' as value from generate_series(1, ${sql.lit(MANY)}) as number)`;
  meanwhile = filtered;
  const count = 25_003; // the odd ones
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  for (const order of ['asc', 'desc'] as const) {
    const numbers = Array.from(
      { length: count },
      (_, nth) => 2 * (order === 'asc' ? nth : count - 1 - nth) + 1,
    );
    for (const from of [9_999, 10_000, 12_490, 20_000, 24_978, 24_979, 25_002, 25_003, 26_000]) {
      asked.mockClear();
      const { items, total, next } = await read({ joined: true, from, size: 25, sortby: 'number', order });
      expect(items.map(({ number }) => number)).toEqual(numbers.slice(from, from + 25));
      expect(total).toBe(count);
      expect(next === null).toBe(from > 24_978);
      const sent = asked.mock.calls.flatMap((call) => {
        const [first, values] = call as unknown as readonly [pg.QueryConfig, unknown[]?];
        return (values ?? first.values ?? []).filter((value) => typeof value === 'number');
      });
      expect(Math.max(...sent)).toBeLessThanOrEqual(count / 2);
      if (next === null) continue;
      const following = await read({ joined: true, after: next, size: 25, sortby: 'number', order });
      expect(following.items.map(({ number }) => number)).toEqual(numbers.slice(from + 25, from + 50));
    }
  }
  asked.mockRestore();
});

it('is not counted when its rows show how many there are', async () => {
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  const countsOf = async (query: object) => {
    asked.mockClear();
    const { total } = await read(query);
    const counts = asked.mock.calls.filter(([first]) => JSON.stringify(first).includes('count('));
    return [total, counts.length];
  };
  const after = (await read({ size: 1200 })).next;
  expect(await countsOf({ size: COUNT + 1 })).toEqual([COUNT, 0]);
  expect(await countsOf({ size: 100, from: 1200 })).toEqual([COUNT, 0]);
  expect(await countsOf({ size: COUNT })).toEqual([COUNT, 1]); // there might be more
  expect(await countsOf({ size: 100, from: 5000 })).toEqual([COUNT, 1]);
  expect(await countsOf({ size: 100, after })).toEqual([COUNT, 1]);
  asked.mockRestore();
});

it.each([
  [false, { q: 'word' }],
  [true, { q: 'word' }],
  [true, { whole: true }],
])(
  'is counted along with its page where all is found for that (keys first: %s, query: %o)',
  async (joined, because) => {
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    const totalOf = async (query: object) => {
      asked.mockClear();
      const { total, items } = await read({ joined, ...because, ...query });
      expect(Object.keys(items[0] ?? {})).not.toContain('rowsInAll');
      return [total, asked.mock.calls.length];
    };
    const count = joined ? 602 : COUNT;
    const statements = joined ? 2 : 1;
    expect(await totalOf({ size: 10 })).toEqual([count, statements]);
    expect(await totalOf({ size: 10, from: 100 })).toEqual([count, statements]);
    expect(await totalOf({ size: 10, count: '0' })).toEqual([undefined, statements]);
    expect(await totalOf({ size: 9999 })).toEqual([count, joined ? 4 : 3]);
    expect(await totalOf({ size: 10, from: 5000 })).toEqual([count, 2]); // no row shows it
    asked.mockRestore();
  },
);

it('continues after the last row of its page, even if that row has moved meanwhile', async () => {
  const query = { joined: true, sortby: 'value', size: 100 } as const;
  const whole = await read({ ...query, size: 9_999_999 });
  const numbers = whole.items.map((item) => item.number);
  meanwhile = sql`(select number, 'moved' as value from ${number} as one)`;
  const first = await read(query);
  meanwhile = sql`(select * from ${number} as one where number <> ${numbers[199]})`;
  const second = await read({ ...query, after: first.next });
  meanwhile = number;
  const third = await read({ ...query, after: second.next });
  const pages = [first, second, third].map(({ items }) => items.map((item) => item.number));
  expect(pages).toEqual([numbers.slice(0, 100), numbers.slice(100, 199), numbers.slice(200, 300)]);
  expect(first.items[0]).toMatchObject({ value: 'moved' });
});

it('refuses a cursor of another sort order, and a forged one', async () => {
  const after = (await read({ sortby: 'value', size: 10 })).next ?? '';
  const queries = [
    { after },
    { after, sortby: 'value', order: 'desc' } as const,
    { after: `${after.slice(0, -2)}AA`, sortby: 'value' } as const,
    { after: "'; drop table job; --" },
    { after: writeCursor(app.services.keys, 'numbers value asc', ['PT1S']), sortby: 'value' } as const,
  ];
  for (const query of queries) {
    const reply = await app.call(listNumbers, { query });
    expect(problem(reply)).toMatchObject({ status: 422, errors: [{ path: 'after' }] });
  }
});

async function open(query: string): Promise<IncomingMessage> {
  const [response] = (await once(get({ port, path: `/api/numbers?${query}` }), 'response')) as [
    IncomingMessage,
  ];
  return response;
}

it('holds no connection while its client does not read', async () => {
  const response = await open('size=9999999');
  await once(response, 'readable');
  await expect.poll(() => app.database.pool.idleCount).toBe(app.database.pool.totalCount);
  response.destroy();
});

it('aborts the stream visibly when it fails after the first page', async () => {
  broken = 1100;
  const log = vi.spyOn(app.api.services.log, 'error').mockImplementation(() => undefined);
  const response = await open('size=9999999');
  const text: string[] = [];
  const reading = (async () => {
    for await (const piece of response) text.push(String(piece));
  })();
  await expect(reading).rejects.toThrow(/aborted/);
  expect(text.join('')).not.toMatch(/secret|table_name/);
  expect(log.mock.calls.some(([, message]) => message === 'list stream aborted')).toBe(true);
  expect(await app.api.services.metrics.registry.metrics()).toContain(
    'kemas_broken_lists_total{list="numbers"} 1',
  );
});
