import { createServer } from 'node:net';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { findBrowser } from '#tools/find-browser.ts';
import { median } from '../load.ts';
import { startServer } from '../server.ts';
import type { Figure } from '../targets.ts';

const PAGES: Readonly<Record<string, 'sellingPage' | 'bookingPage'>> = {
  '/': 'sellingPage',
  '/services': 'sellingPage',
  '/one-time/new': 'bookingPage',
};
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
/** Stops the browser from using the network for its own purposes. */
const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];

interface Audit {
  /** By category, of 100. */
  readonly scores: Readonly<Record<string, number>>;
  readonly shift: number;
  readonly scriptKB: number;
}

/** Lighthouse on the demo business, as on a phone: medians of several runs, each in a new browser. */
export async function measureWeb(dataDir: string, runs: number): Promise<Figure[]> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('Lighthouse needs Chromium; see tools/find-browser.ts.');
  const demo = await startServer('kemas', { DATA_DIR: dataDir, DATABASE_URL: '', DEMO: '1' });
  try {
    const figures: Figure[] = [];
    for (const [page, target] of Object.entries(PAGES)) {
      const measured: Audit[] = [];
      for (let run = 0; run < runs; run += 1) measured.push(await audit(demo.address + page, executablePath));
      for (const category of CATEGORIES) {
        const value = median(measured.map(({ scores }) => scores[category] ?? 0));
        figures.push({ target, of: `${page}, ${category}`, value });
      }
      figures.push({ target: 'shift', of: page, value: median(measured.map(({ shift }) => shift)) });
      if (page !== '/') continue;
      figures.push({ target: 'firstLoad', of: '', value: median(measured.map(({ scriptKB }) => scriptKB)) });
    }
    return figures;
  } finally {
    await demo.stop();
  }
}

async function audit(url: string, executablePath: string): Promise<Audit> {
  const port = await freePort();
  const args = [...FLAGS, `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const lhr = (await lighthouse(url, { port, logLevel: 'error' }))?.lhr;
    if (lhr === undefined || lhr.runtimeError) throw new Error(`${url}: ${lhr?.runtimeError?.message}`);
    const requests = lhr.audits['network-requests']?.details;
    const scripts = (requests?.type === 'table' ? requests.items : []).filter(
      ({ resourceType }) => resourceType === 'Script',
    );
    return {
      scores: Object.fromEntries(
        CATEGORIES.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]),
      ),
      shift: lhr.audits['cumulative-layout-shift']?.numericValue ?? 0,
      scriptKB: scripts.reduce((sum, { transferSize }) => sum + Number(transferSize ?? 0), 0) / 1000,
    };
  } finally {
    await browser.close();
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const taken = probe.address();
      probe.close(() => resolve(typeof taken === 'object' && taken ? taken.port : 0));
    });
  });
}
