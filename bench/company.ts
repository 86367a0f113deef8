import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { connectionSettings } from '#platform/server/database/database.ts';
import { removeBookings } from './business/bookings.ts';
import { ensureBusiness, ZONE } from './business/make-business.ts';
import { findPeople } from './business/people.ts';
import { SECRET } from './business/sessions.ts';
import { startServer } from './server.ts';

/** A company in its own database, and Kemas running on it. */
export type Company = Awaited<ReturnType<typeof openCompany>>;

/** Opens the company with that many jobs; creates it if there is none of today. */
export async function openCompany(jobs: number, serverUrl: string, log: (line: string) => void) {
  const today = Temporal.Now.plainDateISO(ZONE).toString();
  const cleaners = Math.min(1000, Math.max(12, Math.ceil(jobs / 100)));
  const size = { jobs, cleaners, customers: Math.max(40, Math.ceil(jobs / 10)) };
  const url = await ensureBusiness(serverUrl, { ...size, today }, log);
  const files = mkdtempSync(path.join(tmpdir(), 'kemas-bench-'));
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: files,
    DEMO: '0',
    SESSION_SECRET: SECRET,
    ADMIN_IDENTITY: 'office',
    ADMIN_PASSWORD: 'the office of the bench',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal', // failures are counted
    // The limit would keep messages waiting for minutes, and the task queue with them.
    MESSAGES_PER_MINUTE: '1000000',
  };
  const kemas = await startServer('kemas', settings);
  const client = new pg.Client(connectionSettings({ url, timeZone: ZONE }));
  await client.connect();
  await client.query('set statement_timeout = 0');
  const people = await findPeople(client, today);
  const clear = () => removeBookings(client, people);
  await clear(); // what an interrupted run has left
  return {
    jobs,
    kemas,
    people,
    client,
    /** A floor server on the same database; the caller stops it. */
    startFloor: () => startServer('floor', settings),
    /** Removes what was booked. */
    clear,
    close: async () => {
      await kemas.stop();
      rmSync(files, { recursive: true, force: true });
      await client.query("delete from session where user_agent = 'bench'");
      await client.query('vacuum');
      await client.end();
    },
  };
}
