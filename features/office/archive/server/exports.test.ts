import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { feature as uploads } from '#features/catalogue/uploads/server/index.ts';
import { feature as accounts, createAdmin } from '#features/people/accounts/server/index.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { FileStore } from '#platform/server/providers/files.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { makeTempDir } from '#platform/testing/temp-dir.ts';
import { type As, problem, startTestApp } from '#platform/testing/test-app.ts';
import { loggedLines } from '#platform/testing/test-log.ts';
import * as calls from '../contract.ts';
import { FAILURES } from '../rules/file-lifetime.ts';
import { feature as archive } from './index.ts';
import { openArchive } from './read-archive.ts';
import { stopExports } from './run-export.ts';

const UPLOAD = '019a0000-0000-7000-8000-000000000001';
const folder = makeTempDir('exports');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stored = new Map<string, Uint8Array>();
/** Called before a file is stored or read. */
let onFile: (key: string) => Promise<void>;
const files: FileStore = {
  put: async (key, { bytes }) => {
    await onFile(key);
    stored.set(key, bytes);
  },
  get: async (key) => {
    await onFile(key);
    return stored.get(key) ?? null;
  },
  remove: async (key) => void stored.delete(key),
};

const app = await startTestApp({ features: [uploads, accounts, archive], providers: { files } });
await app.database.pool.query(
  `insert into upload (id, width, height, added_by, created_at, stored_at, unused_since)
   values ($1, 96, 96, $1, now(), now(), now() + interval '10 years')`,
  [UPLOAD],
);
stored.set(`${UPLOAD}-96.webp`, Buffer.from('a picture'));
const priya = await createAdmin(app.context(), {
  identity: 'priya',
  fullname: 'Priya Nair',
  email: 'priya@kemas.example',
  password: 'tidy homes, happy people',
  officeRole: 'owner',
});
if (isRefusal(priya)) throw new Error(priya.refusal);

let owner: As;

beforeEach(async () => {
  onFile = () => Promise.resolve();
  owner = await signedIn(app, 'admin', priya.id);
});

const start = async (as = owner) => app.call(calls.startExport, {}, as);
const list = async () => (await app.call(calls.listExports, {}, owner)).body.items;
const cancel = (id: string) => app.call(calls.cancelExport, { params: { id } }, owner);
const download = (id: string) => app.call(calls.downloadExport, { params: { id } }, owner);
const parts = () => [...stored.keys()].filter((key) => key.startsWith('exports/'));

async function until(id: string, state: string) {
  return vi.waitFor(
    async () => {
      const found = (await list()).find((one) => one.id === id);
      expect(found?.state).toBe(state);
      return found as NonNullable<typeof found>;
    },
    { timeout: 30_000, interval: 50 },
  );
}

async function exported() {
  const { body } = await start();
  await app.runOutbox();
  return until(body.id, 'done');
}

/** Holds the export at its first picture. */
function hold() {
  const held = Promise.withResolvers<void>();
  onFile = (key) => (key.startsWith(UPLOAD) ? held.promise : Promise.resolve());
  return held.resolve;
}

describe('an export', () => {
  it('is started, written in the background and downloaded, each audited', async () => {
    const started = await start();
    expect(started.status).toBe(201);
    expect(started.body).toMatchObject({ state: 'waiting', by: 'Priya Nair', removedAt: null });
    expect(problem(await download(started.body.id)).code).toBe('export_gone');
    await app.runOutbox();
    const done = await until(started.body.id, 'done');
    expect(done).toMatchObject({ pictures: 1, ofPictures: 1, failure: '' });
    expect(done.rows).toBe(done.ofRows);
    const file = await download(done.id);
    expect(file.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(done.bytes),
      'content-disposition': expect.stringMatching(/^attachment; filename="kemas-\d{4}-\d\d-\d\d\.zip"$/),
      'cache-control': 'no-store',
    });
    const path = join(folder, 'kemas.zip');
    writeFileSync(path, file.body as unknown as Uint8Array);
    await using opened = await openArchive(path);
    expect(opened.manifest.files.map((one) => one.path)).toContain('records/admin.csv');
    const { rows } = await app.database.pool.query(
      'select action, actor_id from audit_entry where subject_id = $1 order by at, id',
      [done.id],
    );
    expect(rows).toEqual([
      { action: 'archive.export-started', actorID: priya.id },
      { action: 'archive.downloaded', actorID: priya.id },
    ]);
  });

  it('shows how far it is, and Cancel removes it and everything it wrote', async () => {
    const release = hold();
    const { body } = await start();
    await app.runOutbox();
    const running = await vi.waitFor(
      async () => {
        const found = (await list())[0];
        expect(found?.path).toBe('uploads/00001.zip');
        return found;
      },
      { timeout: 30_000, interval: 100 },
    );
    expect(running).toMatchObject({ state: 'running', pictures: 0, ofPictures: 1, endedAt: null });
    expect(running?.rows).toBe(running?.ofRows);
    expect((await cancel(body.id)).body).toMatchObject({ state: 'cancelled' });
    expect((await cancel(body.id)).status).toBe(200);
    release();
    await vi.waitFor(() => expect(parts().filter((key) => key.includes(body.id))).toEqual([]), {
      timeout: 10_000,
    });
    expect(await until(body.id, 'cancelled')).toMatchObject({ state: 'cancelled' });
    expect(problem(await download(body.id)).code).toBe('export_gone');
    const { rows } = await app.database.pool.query(
      `select from audit_entry where subject_id = $1 and action = 'archive.export-cancelled'`,
      [body.id],
    );
    expect(rows).toHaveLength(1);
  });

  it('that is cancelled before it begins writes nothing', async () => {
    const { body } = await start();
    await cancel(body.id);
    await app.runOutbox();
    expect(await until(body.id, 'cancelled')).toMatchObject({ rows: 0, path: '' });
  });

  it('cannot be cancelled once it is done', async () => {
    const { id } = await exported();
    expect(problem(await cancel(id))).toMatchObject({ status: 409, code: 'export_ended' });
  });

  it('is refused while another one runs, with the name of who started it', async () => {
    const { body } = await start();
    expect(problem(await start(await signedIn(app, 'admin')))).toMatchObject({
      status: 409,
      code: 'export_running',
      detail: 'Priya Nair has started an export that is still running. Wait until it is done, or cancel it.',
    });
    await cancel(body.id);
    const next = await start();
    expect(next.status).toBe(201);
    await cancel(next.body.id);
  });

  it('starts once when several start it at the same moment', async () => {
    const replies = await Promise.all([start(), start(), start(), start()]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    for (const { status, body } of replies) if (status === 201) await cancel(body.id);
  });

  it('control: without the index, several would start', async () => {
    await app.database.pool.query('drop index archive_export_one_at_a_time');
    const replies = await Promise.all([start(), start(), start(), start()]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    for (const { body } of replies) await cancel(body.id);
    await app.database.pool.query(
      `create unique index archive_export_one_at_a_time on archive_export ((true))
       where state in ('waiting', 'running')`,
    );
  });

  it('is for owners only', async () => {
    const { id } = await exported();
    for (const role of ['office', 'dispatcher', 'accountant', 'read-only'] as const) {
      const as = await signedIn(app, 'admin', priya.id, role);
      const replies = [
        await app.call(calls.listExports, {}, as),
        await start(as),
        await app.call(calls.cancelExport, { params: { id } }, as),
        await app.call(calls.downloadExport, { params: { id } }, as),
      ];
      expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    }
    expect((await app.call(calls.downloadExport, { params: { id } })).status).toBe(401);
  });

  it('loses its file after a day', async () => {
    const { id } = await exported();
    app.clock.advance({ hours: 23 });
    await app.runCronJobs();
    owner = await signedIn(app, 'admin', priya.id);
    expect((await download(id)).status).toBe(200);
    app.clock.advance({ hours: 2 });
    owner = await signedIn(app, 'admin', priya.id);
    await app.runCronJobs();
    expect(await until(id, 'removed')).toMatchObject({ removedAt: null });
    expect(parts()).toEqual([]);
    expect(problem(await download(id)).code).toBe('export_gone');
  });

  it('whose process was killed is marked as failed and cleaned up, and another one can start', async () => {
    const { body } = await start();
    await app.database.pool.query(
      `update archive_export set state = 'running', parts = 2, beat_at = now() - interval '61 seconds' where id = $1`,
      [body.id],
    );
    for (const part of [1, 2]) stored.set(`exports/${body.id}/00000${part}.part`, Buffer.from('half'));
    await app.runOutbox(); // the queue runs the task again: it is not taken up a second time
    expect((await list())[0]?.state).toBe('running');
    await app.runCronJobs();
    expect(await until(body.id, 'failed')).toMatchObject({ failure: FAILURES.stopped });
    expect(parts().filter((key) => key.includes(body.id))).toEqual([]);
    expect((await exported()).state).toBe('done');
  });

  it('whose process stops ends at once, says why and leaves nothing behind', async () => {
    const release = hold();
    const { body } = await start();
    await app.runOutbox();
    await until(body.id, 'running');
    const stopped = stopExports(app.services);
    release();
    await stopped;
    expect((await list())[0]).toMatchObject({ state: 'failed', failure: FAILURES.stopped });
    expect(parts().filter((key) => key.includes(body.id))).toEqual([]);
    expect(loggedLines('export failed')).toEqual([]);
    expect((await exported()).state).toBe('done');
  });

  it('that was taken for dead writes nothing more', async () => {
    const release = hold();
    const { body } = await start();
    await app.runOutbox();
    await until(body.id, 'running');
    await app.database.pool.query(
      `update archive_export set state = 'failed', ended_at = now(), beat_at = now() - interval '2 minutes' where id = $1`,
      [body.id],
    );
    release();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await until(body.id, 'failed')).toBeTruthy();
    expect(parts().filter((key) => key.includes(body.id))).toEqual([]);
  });

  it('says so when the file storage fails, and leaves nothing', async () => {
    onFile = (key) =>
      key.startsWith('exports/') ? Promise.reject(new Error('disk full')) : Promise.resolve();
    const { body } = await start();
    await app.runOutbox();
    expect(await until(body.id, 'failed')).toMatchObject({ failure: FAILURES.other, removedAt: null });
    await vi.waitFor(async () => {
      const { rows } = await app.database.pool.query('select parts from archive_export where id = $1', [
        body.id,
      ]);
      expect(rows).toEqual([{ parts: 0 }]);
    });
  });
});
