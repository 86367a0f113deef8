import pg from 'pg';
import { connectionSettings } from '#platform/server/database/database.ts';
import { removeBookings } from './business/bookings.ts';
import { type Cast, openCast } from './business/cast.ts';
import { type BusinessSize, ensureBusiness, ZONE } from './business/make-business.ts';
import { SECRET } from './business/sessions.ts';
import type { SizeName } from './report/results.ts';
import { type Server, startServer } from './servers/child.ts';

const SIZES: Readonly<Record<SizeName, BusinessSize>> = {
  demo: { cleaners: 12, customers: 40, jobs: 1200 },
  tenth: { cleaners: 1000, customers: 10_000, jobs: 100_000 },
  full: { cleaners: 1000, customers: 100_000, jobs: 1_000_000 },
};

/** Tables that bookings leave holes in. */
const BOOKED = `job, job_crew, job_hold, job_checklist_item, cleaner_occupation, ledger_tx, ledger_entry, money_transaction,
  payment_allocation, payment_attempt, credit_lot, credit_movement, credit_use, promo_use, audit_entry, customer`;

/** A company, the server that answers for it, and who asks. */
export interface Site {
  readonly name: SizeName;
  /** Of its database. */
  readonly url: string;
  readonly kemas: Server;
  readonly cast: Cast;
  readonly client: pg.Client;
  /** A further server on the same company; the caller stops it. */
  start(program: 'kemas.ts' | 'floor.ts'): Promise<Server>;
  /** Removes what was booked. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

interface Opening {
  readonly serverUrl: string;
  /** `YYYY-MM-DD` */
  readonly today: string;
  readonly log: (line: string) => void;
}

/** Opens a company of that size, which is made if there is none of today. */
export async function openSite(name: SizeName, { serverUrl, today, log }: Opening): Promise<Site> {
  const url = await ensureBusiness(serverUrl, name, SIZES[name], { today, log });
  const start = (program: 'kemas.ts' | 'floor.ts') => startServer(program, environment(url));
  const kemas = await start('kemas.ts');
  const client = new pg.Client(connectionSettings({ url, timeZone: ZONE }));
  await client.connect();
  await client.query('set statement_timeout = 0');
  const cast = await openCast(client, today);
  const clear = () => removeBookings(client, cast);
  await clear(); // what a run that was broken off has left
  return {
    name,
    url,
    kemas,
    cast,
    client,
    start,
    clear,
    close: async () => {
      await kemas.stop();
      await client.query("delete from session where user_agent = 'bench'");
      await client.query(`vacuum ${BOOKED}, session`);
      await client.end();
    },
  };
}

function environment(url: string): Record<string, string> {
  return {
    DATABASE_URL: url,
    PORT: '0',
    DEMO: '0',
    SANDBOX: '1',
    SESSION_SECRET: SECRET,
    ADMIN_IDENTITY: 'office',
    ADMIN_PASSWORD: 'the office of the bench',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal', // what fails is counted
    // The cap would keep messages waiting for minutes, and the queue of tasks with them.
    MESSAGES_PER_MINUTE: '1000000',
  };
}
