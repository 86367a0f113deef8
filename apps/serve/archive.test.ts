import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { features } from '#apps/api/features.ts';
import { seedDemo } from '#apps/demo/seed-demo.ts';
import { OWNERS } from '#database/owners.ts';
import { checkLedger } from '#features/money/ledger/server/index.ts';
import { LEFT_OUT, WITHHELD } from '#features/office/archive/rules/contents.ts';
import {
  connectForArchive,
  describeArchive,
  exportArchive,
  importArchive,
} from '#features/office/archive/server/index.ts';
import { sealAudit } from '#platform/server/audit-chain/seal-audit.ts';
import { verifyAudit } from '#platform/server/audit-chain/verify-audit.ts';
import { BASELINE, LAST_BEFORE_BASELINE } from '#platform/server/database/migrate.ts';
import { makeTempDir } from '#platform/testing/temp-dir.ts';
import { startTestApp, type TestApp } from '#platform/testing/test-app.ts';

const ZONE = 'Asia/Singapore';
const HASH = '$argon2id$v=19$m=1,t=1,p=1$AAAA$AAAA';
const UPLOAD = '019a0000-0000-7000-8000-000000000001';

const folder = makeTempDir('archive');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const first = join(folder, 'first.zip');
const second = join(folder, 'second.zip');

const full = await startTestApp({ features });
const empty = await startTestApp({ features });
const migrated = await startTestApp({ features });
const untouched = await startTestApp({ features });

const exportOf = (app: TestApp, target: string, signal?: AbortSignal) =>
  exportArchive({
    databaseUrl: app.database.url,
    businessZone: ZONE,
    store: app.services.providers.files,
    target,
    ...(signal && { signal }),
  });
const importInto = (app: TestApp, source: string, businessZone = ZONE) =>
  importArchive({
    databaseUrl: app.database.url,
    businessZone,
    store: app.services.providers.files,
    source,
    passwords: { others: HASH },
  });

/** The position of the middle of a file's data in the archive. */
async function middleOf(bytes: Buffer, path: string): Promise<number> {
  const zip = await fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== path) continue;
    const header = await zip.readLocalFileHeaderPromise(entry);
    return header.fileDataStart + Math.floor(entry.compressedSize / 2);
  }
  throw new Error(`The archive has no ${path}`);
}

/** The table of an extension, which refers to one of ours. */
const WALKS = 'create table ext_walks (id uuid primary key, job_id uuid references job (id))';

beforeAll(async () => {
  await seedDemo(full.services, full.database.url);
  await sealAudit(full.services);
  await full.database.pool.query(
    `insert into upload (id, width, height, added_by, created_at, stored_at, unused_since)
     values ($1, 96, 96, $1, now(), now(), now())`,
    [UPLOAD],
  );
  for (const app of [full, empty, migrated, untouched]) await app.database.pool.query(WALKS);
  await full.database.pool.query('insert into ext_walks select gen_random_uuid(), id from job limit 3');
  const picture = { bytes: Buffer.from('a picture'), type: 'image/webp' };
  await full.services.providers.files.put(`${UPLOAD}-96.webp`, picture);
});

describe('an archive', () => {
  it('imported into an empty Kemas and exported again is the same, byte for byte', async () => {
    const exported = await exportOf(full, first);
    await importInto(empty, first);
    const again = await exportOf(empty, second);
    expect(again).toEqual(exported);
    expect(readFileSync(second).equals(readFileSync(first))).toBe(true);
    expect(exported.files.find(({ path }) => path === 'records/job.csv')?.rows).toBeGreaterThan(300);
    expect(exported.files.map(({ path }) => path)).toContain('uploads/00001.zip');
    expect(exported.files.find(({ path }) => path === 'records/ext_walks.csv')?.rows).toBe(3);
    expect(await empty.services.providers.files.get(`${UPLOAD}-96.webp`)).toEqual(Buffer.from('a picture'));
  });

  it('of the last version before 0.1.0 can be imported, one of an earlier version cannot', async () => {
    const { pool } = full.database;
    const exportWith = async (schema: string, target: string) => {
      await pool.query('update schema_migration set name = $1', [schema]);
      await exportOf(full, target).finally(() =>
        pool.query('update schema_migration set name = $1', [BASELINE]),
      );
      return target;
    };
    const tooOld = await exportWith('0233-card-brand.sql', join(folder, 'too-old.zip'));
    await expect(importInto(migrated, tooOld)).rejects.toThrow('exported with schema 0233-card-brand.sql');
    const snapshots = `select price_snapshot from payment_attempt where price_snapshot::text like '%"jobIDs":%' order by id`;
    const { rows: before } = await pool.query(snapshots);
    expect(before.length).toBeGreaterThan(0);
    const [earlier, later] = ['"jobIDs":', '"jobIds":'];
    const rename = (from: string, to: string) =>
      pool.query('update payment_attempt set price_snapshot = replace(price_snapshot::text, $1, $2)::jsonb', [
        from,
        to,
      ]);
    await rename(earlier, later);
    const last = await exportWith(LAST_BEFORE_BASELINE, join(folder, 'last.zip')).finally(() =>
      rename(later, earlier),
    );
    await importInto(migrated, last);
    expect((await migrated.database.pool.query(snapshots)).rows).toEqual(before);
  });

  it('leaves a sound ledger, audit trail and number sequences', async () => {
    expect(await checkLedger(empty.context())).toEqual([]);
    expect((await verifyAudit(empty.services)).problem).toBeNull();
    const { rows } = await empty.database.pool.query<{ next: number; last: number }>(
      `select nextval('receipt_no')::int as next, max(receipt_no)::int as last from money_transaction`,
    );
    expect(rows[0]?.next).toBe((rows[0]?.last ?? 0) + 1);
  });

  it('leaves the triggers on', async () => {
    const { rows } = await empty.database.pool.query(
      `select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`,
    );
    expect(rows).toEqual([]);
  });

  it('has no password hash', async () => {
    const { rows } = await empty.database.pool.query('select distinct password_hash from admin');
    expect(rows).toEqual([{ password_hash: HASH }]);
  });

  it('is refused by a Kemas that has data', async () => {
    await expect(importInto(full, first)).rejects.toThrow(/The database is not empty: \w+ has rows/);
  });

  it('is refused with another business zone', async () => {
    await expect(importInto(untouched, first, 'Asia/Tokyo')).rejects.toThrow('set BUSINESS_TZ');
  });

  it.each(['records/job.csv', 'records/audit_entry.csv', 'uploads/00001.zip', 'manifest.json'])(
    'is refused after a change of one byte in %s',
    async (path) => {
      const bytes = readFileSync(first);
      const place = await middleOf(bytes, path);
      bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
      const changed = join(folder, 'changed.zip');
      writeFileSync(changed, bytes);
      await expect(importInto(untouched, changed)).rejects.toThrow(/damaged|checksum/);
      const { rows } = await untouched.database.pool.query('select from customer');
      expect(rows).toEqual([]);
    },
  );

  it('with rows of an extension needs it; one without them leaves its table as it is', async () => {
    await untouched.database.pool.query('drop table ext_walks');
    await expect(importInto(untouched, first)).rejects.toThrow(
      'records/ext_walks.csv is of an extension that is not installed here.',
    );
    await full.database.pool.query('drop table ext_walks');
    const without = join(folder, 'without.zip');
    await exportOf(full, without);
    await untouched.database.pool.query(`${WALKS}; insert into ext_walks values (gen_random_uuid(), null)`);
    await importInto(untouched, without);
    const { rows } = await untouched.database.pool.query('select from ext_walks');
    expect(rows).toHaveLength(1);
  });

  it('that is cancelled leaves no file', async () => {
    const cancelled = AbortSignal.abort(new Error('Cancelled.'));
    await expect(exportOf(full, join(folder, 'cancelled.zip'), cancelled)).rejects.toThrow();
    expect((await readdir(folder)).filter((name) => name.startsWith('cancelled'))).toEqual([]);
  });

  it('leaves out only what exists', async () => {
    const tables = Object.values(OWNERS).flat();
    expect(Object.keys(LEFT_OUT).filter((name) => !tables.includes(name))).toEqual([]);
    const { rows } = await full.database.pool.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
    );
    const columns = new Set(rows.map(({ name }) => name));
    for (const [table, withheld] of Object.entries(WITHHELD))
      for (const column of Object.keys(withheld)) expect(columns).toContain(`${table}.${column}`);
  });

  it('has no column with a secret that nobody decided on', async () => {
    const client = await connectForArchive(full.database.url);
    const text = await describeArchive(client);
    await client.end();
    const files = text.slice(0, text.indexOf('## Sequences'));
    const secretive = files.match(/^\| \w*(?:password|secret|token|sha256|_mac|totp|code_hash)\w* \|/gm);
    expect(secretive).toEqual(['| token_key |', '| code_hash |']);
  });

  it('is described in docs/archive-files.md', async () => {
    const client = await connectForArchive(full.database.url);
    const text = await describeArchive(client);
    await client.end();
    await expect(
      `# Files of an archive\n\nEach file and column of an archive ([archive.md](archive.md)), generated from the schema.\n${text}`,
    ).toMatchFileSnapshot('../../docs/archive-files.md');
  });
});
