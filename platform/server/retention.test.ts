import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '../testing/test-app.ts';
import { purgeAuditEntries } from './retention.ts';

const app = await startTestApp({ features: [] });

const NOW = '2026-11-23T10:00:00+08:00';
/** Two years of 365 days ago. */
const LIMIT = Temporal.Instant.from('2024-11-23T10:00:00+08:00');

/**
 * Runs the statement with or without retention enabled, in a transaction that is rolled back; returns the entry
 * afterwards.
 */
async function tryStatement(statement: string, retention: 'on' | 'off' | null) {
  const client = await app.database.pool.connect();
  try {
    await client.query('begin');
    if (retention !== null) await client.query(`select set_config('kemas.retention', $1, true)`, [retention]);
    await client.query(statement);
    return (await client.query('select before, after, reason, ip from audit_entry')).rows;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function addEntry(at: Temporal.Instant): Promise<string> {
  const id = app.services.newID();
  await app.database.pool.query(
    `insert into audit_entry
       (id, at, actor_role, actor_id, action, subject_kind, subject_id, before, after, reason, ip, request_id)
     values ($1, $2, 'admin', $1, 'customer.updated', 'customer', 'c1',
       '{"name": "Mei", "tiers": [1, 2]}', '{"name": "Wei", "tiers": []}', 'asked to', '203.0.113.7', 'r1')`,
    [id, at.toString()],
  );
  return id;
}

async function emptyTrail(): Promise<void> {
  app.clock.set('2036-01-01T00:00:00+08:00');
  await purgeAuditEntries(app.context());
  app.clock.set(NOW);
}

beforeEach(async () => {
  await emptyTrail();
});

describe('the audit trail', () => {
  it.each([
    `update audit_entry set before = '{"name": null, "tiers": null}'`,
    `update audit_entry set ip = ''`,
    'delete from audit_entry',
    'truncate audit_entry',
  ])('is append-only: %s', async (statement) => {
    await addEntry(LIMIT);
    await expect(tryStatement(statement, null)).rejects.toThrow('append-only');
    await expect(tryStatement(statement, 'off')).rejects.toThrow('append-only');
  });

  it.each([
    'truncate audit_entry',
    'update audit_entry set id = gen_random_uuid()',
    `update audit_entry set at = at - interval '1 day'`,
    `update audit_entry set actor_role = 'customer'`,
    'update audit_entry set actor_id = null',
    `update audit_entry set action = 'customer.created'`,
    `update audit_entry set subject_kind = 'job'`,
    `update audit_entry set subject_id = 'c2'`,
    `update audit_entry set request_id = ''`,
    `update audit_entry set ip = '198.51.100.1'`,
    `update audit_entry set reason = 'another'`,
    `update audit_entry set before = null`,
    `update audit_entry set before = '{"name": null}'`,
    `update audit_entry set before = '{"name": "Rose", "tiers": [1, 2]}'`,
    `update audit_entry set before = '{"name": "Mei", "tiers": [1, 2], "mobile": null}'`,
    `update audit_entry set after = '{"Name": null, "tiers": []}'`,
    `update audit_entry set after = '"Wei"'`,
  ])('refuses even with retention enabled: %s', async (statement) => {
    await addEntry(LIMIT);
    await expect(tryStatement(statement, 'on')).rejects.toThrow();
  });

  it('allows values to be erased in a transaction that declares it', async () => {
    await addEntry(LIMIT);
    const erase = `
      update audit_entry set before = '{"name": null, "tiers": [1, 2]}', after = erase_fields(after, null), reason = '', ip = ''`;
    expect(await tryStatement(erase, 'on')).toEqual([
      { before: { name: null, tiers: [1, 2] }, after: { name: null, tiers: null }, reason: '', ip: '' },
    ]);
  });

  it('is deleted after exactly two years', async () => {
    const older = await addEntry(LIMIT.subtract({ milliseconds: 1 }));
    const kept = [await addEntry(LIMIT), await addEntry(LIMIT.add({ milliseconds: 1 }))];
    await purgeAuditEntries(app.context());
    const { rows } = await app.database.pool.query('select id from audit_entry order by at');
    expect(rows.map(({ id }) => id)).toEqual(kept);
    expect(kept).not.toContain(older);
  });

  it('is deleted in batches until nothing old is left', async () => {
    await app.database.pool.query(
      `insert into audit_entry (id, at, actor_role, action, subject_kind, ip, request_id)
       select gen_random_uuid(), $1::timestamptz - n * interval '1 second', 'anyone', 'tested', 'test', '', ''
       from generate_series(1, 12001) as n`,
      [LIMIT.toString()],
    );
    const kept = await addEntry(LIMIT);
    await purgeAuditEntries(app.context());
    const { rows } = await app.database.pool.query('select id from audit_entry');
    expect(rows).toEqual([{ id: kept }]);
  });

  it('is kept as long as the privacy policy says', async () => {
    const url = new URL('../../features/site/content/server/default-legal.json', import.meta.url);
    const text = await readFile(url, 'utf8');
    expect(text).toContain(
      'We delete the record of who changed what, and the personal details of bookings that expired unpaid, after two years.',
    );
    expect(text).toContain('更改记录，以及过期未付款预约中的个人资料，两年后删除。');
  });
});
