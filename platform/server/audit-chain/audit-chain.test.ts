import { beforeEach, describe, expect, it } from 'vitest';
import { loggedLines } from '#platform/testing/test-log.ts';
import { withHooks } from '../../testing/query-hooks.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { audit } from '../audit.ts';
import { inTransaction } from '../database/transaction.ts';
import { eraseAuditValues, purgeAuditEntries } from '../retention.ts';
import { checkAudit, checkAuditDaily, noteAuditHead } from './daily-check.ts';
import { sealAudit } from './seal-audit.ts';
import { readHead, verifyAudit, verifyPart } from './verify-audit.ts';

const NOW = '2026-11-23T10:00:00+08:00';
const app = await startTestApp({ features: [], connections: 4 });
const { pool } = app.database;
const rose = { role: 'admin', id: '0199aaaa-0000-7000-8000-000000000001', sessionID: 's' } as const;

let ids: string[];

/** Someone with all rights to the database: no trigger stops or notices them. */
async function tamper(statement: string, values: readonly unknown[] = []): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(statement, [...values]);
  } finally {
    await client.query('set session_replication_role = origin');
    client.release();
  }
}

async function write(subject: string, price = 100): Promise<string> {
  await inTransaction(app.context(rose as never), (tx) =>
    audit(tx, {
      action: 'package.updated',
      subject: { kind: 'package', id: subject },
      before: { price },
      after: { price: price + 1 },
      reason: 'asked to',
    }),
  );
  const { rows } = await pool.query('select id from audit_entry where subject_id = $1', [subject]);
  return rows[0].id;
}

const verify = (head?: string) => verifyAudit(app.services, head);
const problem = async () => (await verify()).problem;

beforeEach(async () => {
  app.clock.set(NOW);
  await tamper(`truncate audit_entry, audit_link, audit_unsealed, audit_check`);
  await pool.query(`update audit_head set seq = 0, hash = decode(repeat('00', 32), 'hex')`);
  for (const subject of ['p1', 'p2', 'p3', 'p4', 'p5']) await write(subject);
  await sealAudit(app.services);
  // In the order of the chain: the ids of entries written at one time are not always ascending.
  const { rows } = await pool.query('select entry_id from audit_link order by seq');
  ids = rows.map((row) => row.entry_id);
});

describe('a chain that nobody touched', () => {
  it('verifies, entry by entry', async () => {
    const report = await verify();
    expect(report).toMatchObject({ entries: 5, seq: 5, problem: null });
    expect(report.head).toMatch(/^[0-9a-f]{64}$/);
  });

  it('verifies while it is empty', async () => {
    await tamper(`truncate audit_entry, audit_link, audit_unsealed`);
    await pool.query(`update audit_head set seq = 0, hash = decode(repeat('00', 32), 'hex')`);
    expect(await verify()).toMatchObject({ entries: 0, seq: 0, problem: null });
  });

  it('verifies with entries that are not sealed yet', async () => {
    await write('p6');
    expect(await verify()).toMatchObject({ entries: 5, problem: null });
  });

  it('still contains a head that was noted earlier', async () => {
    const { head } = await verify();
    await write('p6');
    await sealAudit(app.services);
    expect(await verify(head.toUpperCase())).toMatchObject({ hasHead: true, problem: null });
    expect(await verify('ab'.repeat(32))).toMatchObject({ hasHead: false, problem: null });
  });

  it('is sealed in batches', async () => {
    await pool.query(
      `insert into audit_entry (id, at, actor_role, action, subject_kind, ip, request_id)
       select gen_random_uuid(), $1, 'anyone', 'tested', 'test', '', '' from generate_series(1, 2500)`,
      [NOW],
    );
    expect(await sealAudit(app.services)).toBe(2500);
    expect(await verify()).toMatchObject({ entries: 2505, seq: 2505, problem: null });
  });
});

describe('an entry that is committed late', () => {
  it('gets a later position', async () => {
    const late = await pool.connect();
    await late.query('begin');
    const id = app.services.newID();
    await late.query(
      `insert into audit_entry (id, at, actor_role, action, subject_kind, ip, request_id)
       values ($1, $2, 'anyone', 'tested', 'test', '', '')`,
      [id, NOW],
    );
    await write('p6');
    app.clock.advance({ minutes: 1 });
    expect(await sealAudit(app.services)).toBe(1);
    await late.query('commit');
    late.release();
    app.clock.advance({ minutes: 1 });
    expect(await sealAudit(app.services)).toBe(1);
    const { rows } = await pool.query('select entry_id from audit_link where seq = 7');
    expect(rows).toEqual([{ entryID: id }]);
    expect(await problem()).toBeNull();
  });
});

describe('two processes that seal at once', () => {
  const addMany = (at = NOW) =>
    pool.query(
      `insert into audit_entry (id, at, actor_role, action, subject_kind, ip, request_id)
       select gen_random_uuid(), $1, 'anyone', 'tested', 'test', '', '' from generate_series(1, 1500)`,
      [at],
    );

  it('take turns', async () => {
    await addMany();
    const sealed = await Promise.all([
      sealAudit(app.services),
      sealAudit(app.services),
      sealAudit(app.services),
    ]);
    expect(sealed.reduce((sum, one) => sum + one, 0)).toBe(1500);
    expect(await verify()).toMatchObject({ entries: 1505, seq: 1505, problem: null });
  });

  it('seal old entries that were all waiting in one run, though their clocks differ', async () => {
    await tamper(`truncate audit_entry, audit_link, audit_unsealed`);
    await pool.query(`update audit_head set seq = 0, hash = decode(repeat('00', 32), 'hex')`);
    await addMany('2026-05-01T00:00:00Z');
    const later = { now: () => app.clock.now().add({ seconds: 3 }) };
    await Promise.all([sealAudit(app.services), sealAudit({ ...app.services, clock: later })]);
    const runs = await pool.query('select count(distinct sealed_at)::int as runs from audit_link');
    expect(runs.rows).toEqual([{ runs: 1 }]);
    expect((await verify()).problem).toBeNull();
    await addMany('2026-05-01T00:00:00Z');
    app.clock.advance({ hours: 2 });
    await sealAudit(app.services);
    expect((await verify()).problem).toMatch(/^It was added later than it says/);
  });

  it('would write the same position twice without the lock (control)', async () => {
    await addMany();
    const both = overlapping(2);
    const db = withHooks(app.services.db, {
      change: withoutHeadLock,
      answered: (query) => (JSON.stringify(query).includes('from audit_head') ? both() : undefined),
    });
    const outcomes = await Promise.allSettled([1, 2].map(() => sealAudit({ ...app.services, db })));
    const reasons = outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(reasons).toEqual([expect.stringContaining('audit_link_pkey')]);
  });
});

/** Waits until so many have arrived. */
function overlapping(count: number): () => Promise<void> {
  const all = Promise.withResolvers<void>();
  let arrived = 0;
  return () => {
    arrived += 1;
    if (arrived === count) all.resolve();
    return all.promise;
  };
}

/** The read of the head without its lock. */
function withoutHeadLock<Q>(query: Q): Q {
  const text = JSON.stringify(query);
  return text.includes('from audit_head for update') ? JSON.parse(text.replace(' for update', '')) : query;
}

describe('it is detected that', () => {
  it('a value was changed', async () => {
    await tamper(`update audit_entry set after = '{"price": 50}' where id = $1`, [ids[2]]);
    expect(await problem()).toMatch(new RegExp(`^It was changed: entry ${ids[2]} \\(package.updated\\)`));
  });

  it.each([
    [`actor_id = gen_random_uuid()`],
    [`at = at - interval '1 day'`],
    [`action = 'package.trashed'`],
    [`subject_id = 'p9'`],
    [`reason = 'another'`],
    [`ip = '203.0.113.9'`],
    [`salt = gen_random_uuid()`],
  ])('%s was set', async (change) => {
    await tamper(`update audit_entry set ${change} where id = $1`, [ids[1]]);
    expect(await problem()).toContain(`It was changed: entry ${ids[1]}`);
  });

  it('a row was deleted, even the last one', async () => {
    await tamper('delete from audit_entry where id = $1', [ids[4]]);
    expect(await problem()).toContain(`It is missing: entry ${ids[4]}`);
    await tamper('delete from audit_entry where id = $1', [ids[1]]);
    expect(await problem()).toContain(`It is missing: entry ${ids[1]}`);
  });

  it('a row and its link were deleted', async () => {
    await tamper('delete from audit_entry where id = $1', [ids[1]]);
    await tamper('delete from audit_link where entry_id = $1', [ids[1]]);
    expect(await problem()).toContain(`Link 2 of the chain is missing; the next one is entry ${ids[2]}`);
  });

  it('a row was deleted before it was sealed', async () => {
    const id = await write('p6');
    await tamper('delete from audit_entry where id = $1', [id]);
    await sealAudit(app.services);
    expect(await problem()).toBe(`It is missing, and was deleted before it was sealed: entry ${id}.`);
  });

  it('the last rows were cut off, with their links, and the head set back', async () => {
    const before = await readHead(app.services.db);
    await write('p6');
    await noteAuditHead(app.context());
    const cut = async () => {
      await tamper('delete from audit_entry where id in (select entry_id from audit_link where seq > $1)', [
        before.seq,
      ]);
      await tamper('delete from audit_link where seq > $1', [before.seq]);
      await tamper(`update audit_head set seq = $1, hash = decode($2, 'hex')`, [before.seq, before.hash]);
    };
    await cut();
    expect(await problem()).toMatch(/which was noted within the last hours, is missing/);
    const lines = loggedLines('audit head') as { seq?: number; head?: string }[];
    expect(lines.at(-1)).toMatchObject({ head: expect.stringMatching(/^[0-9a-f]{64}$/) });
    // The control: without the note, nobody would notice.
    await tamper(`delete from setting where name = 'audit-head-noted'`);
    expect(await problem()).toBeNull();
  });

  it('a row was inserted in between', async () => {
    const id = app.services.newID();
    const insert = `insert into audit_entry (id, at, actor_role, action, subject_kind, ip, request_id)
      values ($1, $2::timestamptz - interval '1 day', 'anyone', 'tested', 'test', '', '')`;
    await tamper(insert, [id, NOW]);
    expect(await problem()).toContain(`It was added outside the chain: entry ${id} (tested)`);
  });

  it('a row was inserted with an earlier time, even through the queue', async () => {
    const id = app.services.newID();
    await pool.query(
      `insert into audit_entry (id, at, actor_role, action, subject_kind, ip, request_id)
       values ($1, $2::timestamptz - interval '1 day', 'anyone', 'tested', 'test', '', '')`,
      [id, NOW],
    );
    app.clock.advance({ minutes: 1 });
    await sealAudit(app.services);
    expect(await problem()).toContain(`It was added later than it says: entry ${id} (tested)`);
  });

  it('a row and a link were inserted in between', async () => {
    await tamper('update audit_link set seq = seq + 100 where seq > 2');
    await tamper('update audit_link set seq = seq - 99 where seq > 100');
    await tamper(`insert into audit_link select 3, kind, entry_id, at, sealed_at, facts, content, hash
      from audit_link where seq = 2`);
    expect(await problem()).toContain('Link 3 was changed or moved');
  });

  it('two rows were swapped', async () => {
    await tamper(
      `update audit_entry as e set before = o.before, after = o.after, subject_id = o.subject_id
       from audit_entry as o where e.id = any($1::uuid[]) and o.id = any($1::uuid[]) and o.id <> e.id`,
      [[ids[1], ids[3]]],
    );
    expect(await problem()).toContain(`It was changed: entry ${ids[1]}`);
  });

  it('two links were swapped', async () => {
    await tamper('update audit_link set seq = 100 where seq = 2');
    await tamper('update audit_link set seq = 2 where seq = 4');
    await tamper('update audit_link set seq = 4 where seq = 100');
    expect(await problem()).toContain(
      `Link 2 was changed or moved: it does not follow from the one before. It belongs to entry ${ids[3]}`,
    );
  });

  it('the end was cut off', async () => {
    await tamper('delete from audit_entry where id = any($1)', [[ids[3], ids[4]]]);
    await tamper('delete from audit_link where seq > 3');
    expect(await problem()).toContain('The chain ends at link 3, but its recorded head is link 5');
  });

  it('the end was cut off and the head was moved back, by a noted head or an earlier check', async () => {
    const { head } = await verify();
    await checkAudit(app.context());
    await tamper('delete from audit_entry where id = any($1)', [[ids[3], ids[4]]]);
    await tamper('delete from audit_link where seq > 3');
    await tamper('update audit_head set seq = 3, hash = (select hash from audit_link where seq = 3)');
    expect(await problem()).toContain('Link 5 is not the one that an earlier check noted');
    await tamper('truncate audit_check');
    expect(await verify(head)).toMatchObject({ problem: null, hasHead: false });
  });

  it('a deletion was disguised as retention', async () => {
    await tamper('delete from audit_entry where id = $1', [ids[0]]);
    await pool.query(`insert into audit_unsealed (kind, at) values ('purge', $1)`, [NOW]);
    expect(await problem()).toContain(`It is missing: entry ${ids[0]}`);
    await sealAudit(app.services);
    expect(await problem()).toContain(`It is missing: entry ${ids[0]}`);
  });
});

describe('personal values that are erased', () => {
  const erase = () =>
    inTransaction(app.context(), (tx) =>
      eraseAuditValues(tx, { kind: 'package', ids: ['p2'], fields: 'all' }),
    );

  it('still verify, before and after the erasure is sealed', async () => {
    await erase();
    expect(await problem()).toBeNull();
    await sealAudit(app.services);
    expect(await verify()).toMatchObject({ entries: 5, seq: 6, problem: null });
    const { rows } = await pool.query('select before, after, reason from audit_entry where id = $1', [
      ids[1],
    ]);
    expect(rows).toEqual([{ before: { price: null }, after: { price: null }, reason: '' }]);
  });

  it('cannot be found by trying values, because their salt is gone', async () => {
    const salt = async () =>
      (await pool.query('select salt from audit_entry where id = $1', [ids[1]])).rows[0].salt;
    const before = await salt();
    await erase();
    expect(await salt()).not.toBe(before);
  });

  it('verify if they were erased before they were sealed', async () => {
    await write('p2');
    await erase();
    await sealAudit(app.services);
    expect(await problem()).toBeNull();
  });

  it('cannot be changed afterwards', async () => {
    await erase();
    await sealAudit(app.services);
    await tamper(`update audit_entry set before = '{"price": 1}' where id = $1`, [ids[1]]);
    expect(await problem()).toContain(`It was changed: entry ${ids[1]}`);
    await tamper(`update audit_entry set before = '{"price": null}', actor_id = null where id = $1`, [
      ids[1],
    ]);
    expect(await problem()).toContain(`It was changed: entry ${ids[1]}`);
  });
});

describe('entries past their retention', () => {
  it('are deleted, and the chain still verifies from its beginning', async () => {
    const { head } = await verify();
    app.clock.advance({ hours: 2 * 365 * 24 + 1 });
    const kept = await write('p6');
    await purgeAuditEntries(app.context());
    await sealAudit(app.services);
    expect((await pool.query('select id from audit_entry')).rows).toEqual([{ id: kept }]);
    expect(await verify(head)).toMatchObject({ entries: 1, seq: 7, problem: null, hasHead: true });
    await tamper('delete from audit_entry');
    expect(await problem()).toContain(`It is missing: entry ${kept}`);
  });
});

describe('a long chain', () => {
  it('is checked in parts', async () => {
    await pool.query(
      `insert into audit_entry (id, at, actor_role, action, subject_kind, ip, request_id)
       select gen_random_uuid(), $1, 'anyone', 'tested', 'test', '', '' from generate_series(1, 5000)`,
      [NOW],
    );
    await sealAudit(app.services);
    const first = await verifyPart(app.services, { most: 1 });
    expect(first).toMatchObject({ next: { seq: 2000, entries: 2000 } });
    const second = await verifyPart(app.services, { from: first.next ?? undefined, most: 2000 });
    const last = await verifyPart(app.services, { from: second.next ?? undefined, most: 2000 });
    expect(last).toEqual({ report: { ...(await verify()), hasHead: false }, next: null });
    await tamper(
      `update audit_entry set action = 'x' where id = (select entry_id from audit_link where seq = 3000)`,
    );
    expect(await verifyPart(app.services, { from: first.next ?? undefined, most: 2000 })).toMatchObject({
      report: { problem: expect.stringContaining('It was changed') },
      next: null,
    });
  });
});

describe('the daily check', () => {
  it('runs once a day, and stores what it found', async () => {
    await checkAuditDaily(app.context());
    await checkAuditDaily(app.context());
    await tamper(`update audit_entry set after = null where id = $1`, [ids[0]]);
    app.clock.advance({ hours: 24 });
    const errors: unknown[] = [];
    const log = { ...app.services.log, info: () => undefined, error: (about: object) => errors.push(about) };
    await checkAuditDaily({ ...app.context(), log: log as never });
    const { rows } = await pool.query('select entries, problem from audit_check order by at');
    expect(rows).toEqual([
      { entries: 5, problem: null },
      { entries: 5, problem: expect.stringContaining(`It was changed: entry ${ids[0]}`) },
    ]);
    expect(errors).toEqual([{ wake: true, problem: expect.any(String) }]);
  });

  it('waits for the night', async () => {
    app.clock.set('2026-11-24T03:59:00+08:00');
    await checkAuditDaily(app.context());
    expect((await pool.query('select from audit_check')).rowCount).toBe(0);
  });
});
