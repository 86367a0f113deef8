import pino from 'pino';
import { expect, inject, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { waitForDatabase } from './wait-for-database.ts';

const log = pino({ level: 'silent' });

it('returns at once when the database answers, and throws at once when it permanently refuses us', async () => {
  const server = inject('databaseServer');
  await waitForDatabase({ connectionString: `${server}/postgres` }, log);
  await expect(waitForDatabase({ connectionString: `${server}/no_such_database` }, log)).rejects.toThrow(
    'does not exist',
  );
});

it('waits while nothing listens, until the app is stopped', async () => {
  const port = await freePort();
  const stopping = new AbortController();
  const waiting = waitForDatabase(
    { connectionString: `postgres://kemas@127.0.0.1:${port}/kemas` },
    log,
    stopping.signal,
  );
  await expect(Promise.race([waiting, new Promise((next) => setTimeout(next, 300, 'waits'))])).resolves.toBe(
    'waits',
  );
  stopping.abort();
  await expect(waiting).rejects.toThrow();
});
