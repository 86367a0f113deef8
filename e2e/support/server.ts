/** The Kemas that the stories are told to: where it answers, and who holds its first key. */
import { availableParallelism } from 'node:os';

/** How many tell stories at once, each to a Kemas of its own: its clock is theirs to move. */
export const WORKERS = Math.max(2, Math.floor(availableParallelism() / 2));

const FIRST_PORT = Number(process.env.STORIES_PORT ?? 3999);

/** What lies on ports of its own for one of the workers. */
export function placesOf(worker: number) {
  const port = FIRST_PORT + worker;
  return { port, origin: `http://127.0.0.1:${port}`, graphPort: port + 300 };
}

/** `GRAPH_PORT` is where a story's stand-in of Facebook's Graph API answers. */
export const { origin: ORIGIN, graphPort: GRAPH_PORT } = placesOf(
  Number(process.env.TEST_PARALLEL_INDEX ?? 0),
);

/** The admin that the first start makes. */
export const OFFICE = { identity: 'siti', password: 'the key to the office' } as const;

/** The app that the stand-in of Facebook knows. */
export const FACEBOOK = { appId: '1784390112233', appSecret: 'a-secret-of-the-stories' } as const;
