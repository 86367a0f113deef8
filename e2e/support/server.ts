/** The test server: its URL and the credentials of its first admin. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** The number of workers, each with its own server, as tests move its clock. */
export const WORKERS = Math.max(2, availableParallelism());

const FIRST_PORT = Number(process.env.E2E_PORT ?? 3999);

/** The ports and URLs of a worker's server. */
export function addressesOf(worker: number) {
  const port = FIRST_PORT + worker;
  return { port, origin: `http://127.0.0.1:${port}`, graphPort: port + 300 };
}

/** The worker that runs this test. */
export const WORKER = Number(process.env.TEST_PARALLEL_INDEX ?? 0);

/** `GRAPH_PORT` is the port of a test's fake of Facebook's Graph API. */
export const { origin: ORIGIN, graphPort: GRAPH_PORT } = addressesOf(WORKER);

/** Where a worker's server writes its log. */
export function logFileOf(worker: number): string {
  return join(import.meta.dirname, `../../node_modules/.cache/kemas/e2e/${FIRST_PORT + worker}.log`);
}

/** The admin created on the first start. */
export const OFFICE = { identity: 'siti', password: 'the key to the office' } as const;

/** The app known to the fake of Facebook. */
export const FACEBOOK = { appID: '1784390112233', appSecret: 'a-secret-of-the-stories' } as const;
