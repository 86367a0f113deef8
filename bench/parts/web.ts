import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Result } from 'lighthouse';
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
const LIGHTHOUSE = fileURLToPath(import.meta.resolve('lighthouse/cli/index.js'));
const FLAGS = '--headless --no-sandbox --disable-gpu';

/** Lighthouse on the demo business, as on a phone: medians of several runs, each in a new browser. */
export async function measureWeb(dataDir: string, runs: number): Promise<Figure[]> {
  const browser = findBrowser();
  if (browser === undefined) throw new Error('Lighthouse needs Chromium; see tools/find-browser.ts.');
  const demo = await startServer('kemas', { DATA_DIR: dataDir, DATABASE_URL: '', DEMO: '1' });
  try {
    const figures: Figure[] = [];
    for (const [page, target] of Object.entries(PAGES)) {
      const measured: Awaited<ReturnType<typeof audit>>[] = [];
      for (let run = 0; run < runs; run += 1) measured.push(await audit(demo.address + page, browser));
      for (const category of CATEGORIES) {
        const value = median(measured.map(({ score }) => score(category)));
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

/** In a process of its own, which starts the browser and ends it. */
async function audit(url: string, browser: string) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [LIGHTHOUSE, url, '--output=json', '--quiet', `--chrome-flags=${FLAGS}`],
    { env: { ...process.env, CHROME_PATH: browser }, maxBuffer: Number.POSITIVE_INFINITY },
  ).catch(({ stderr }: { stderr: string }) => {
    throw new Error(`${url}: ${stderr}`);
  });
  const { audits, categories } = JSON.parse(stdout) as Result;
  const requests = audits['network-requests']?.details;
  const scripts = (requests?.type === 'table' ? requests.items : []).filter(
    ({ resourceType }) => resourceType === 'Script',
  );
  return {
    /** Of 100. */
    score: (category: string) => Math.round((categories[category]?.score ?? 0) * 100),
    shift: audits['cumulative-layout-shift']?.numericValue ?? 0,
    scriptKB: scripts.reduce((sum, { transferSize }) => sum + Number(transferSize ?? 0), 0) / 1000,
  };
}
