import path from 'node:path';
import { withLoad } from '../load/load.ts';
import type { PagePace, WebPagesResult } from '../report/results.ts';
import { startDemo } from '../servers/demo.ts';
import { measureLighthouse } from './lighthouse.ts';

const AT_ONCE = 16;
/** The front page, and one with a form. */
const PACED = ['/', '/one-time/new'];

interface Effort {
  /** Of Lighthouse, for each page and device. */
  readonly runs: number;
  /** Of requests, for each page. */
  readonly seconds: number;
  readonly data: string;
  readonly only: string;
  readonly log: (line: string) => void;
}

/** The public pages of the demo business: how they load in a browser, and how many of them the server sends. */
export async function measureWebPages(effort: Effort): Promise<WebPagesResult> {
  const demo = await startDemo(path.resolve(effort.data, 'demo-site'));
  try {
    const paces = effort.only === '' ? await measurePaces(demo.address, effort.seconds) : [];
    return { pages: await measureLighthouse({ origin: demo.address, ...effort }), paces };
  } finally {
    await demo.stop();
  }
}

function measurePaces(address: string, seconds: number): Promise<PagePace[]> {
  return withLoad(async (run) => {
    const paces: PagePace[] = [];
    for (const page of PACED) {
      const shape = { kind: 'closed', concurrency: AT_ONCE, seconds } as const;
      const calls = [{ path: page, token: '' }];
      await run({ address, calls, shape: { ...shape, seconds: 1 } }); // warms up
      const { statuses, seconds: took, all } = await run({ address, calls, shape });
      paces.push({ page, perSecond: (statuses[200] ?? 0) / took, p99: all.p99 });
    }
    return paces;
  });
}
