import { createServer } from 'node:net';
import { chromium } from '@playwright/test';
import lighthouse, { desktopConfig, type RunnerResult } from 'lighthouse';
import { findBrowser } from '#tools/find-browser.ts';
import type { Device, LighthouseResult } from '../report/results.ts';

/** Pages that sell, and the first step of a booking. */
const PAGES = ['/', '/services', '/select-service', '/one-time/new', '/signup'] as const;
const DEVICES: readonly Device[] = ['mobile', 'desktop'];
/** What keeps a browser from doing things of its own meanwhile. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

interface Measuring {
  readonly origin: string;
  /** The median of so many runs counts. */
  readonly runs: number;
  /** Only pages whose address has this in it. */
  readonly only?: string;
  readonly log: (line: string) => void;
}

/** Lighthouse with its own throttling, in a fresh browser for each run. */
export async function measureLighthouse({
  origin,
  runs,
  only = '',
  log,
}: Measuring): Promise<LighthouseResult[]> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('Lighthouse needs Chromium; see tools/find-browser.ts.');
  const results: LighthouseResult[] = [];
  for (const page of PAGES.filter((one) => one.includes(only))) {
    for (const device of DEVICES) {
      const measured: LighthouseResult[] = [];
      for (let run = 0; run < runs; run += 1) {
        measured.push(await measureOnce(origin, { page, device }, executablePath));
      }
      const median = medianOf(measured);
      log(`lighthouse, ${page}, ${device}: ${median.scores.performance}`);
      results.push(median);
    }
  }
  return results;
}

async function measureOnce(
  origin: string,
  { page, device }: { readonly page: string; readonly device: Device },
  executablePath: string,
): Promise<LighthouseResult> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath,
    args: [...FLAGS, `--remote-debugging-port=${port}`],
  });
  try {
    const config = device === 'desktop' ? desktopConfig : undefined;
    const result = await lighthouse(origin + page, { port, logLevel: 'error' }, config);
    if (result === undefined || result.lhr.runtimeError !== undefined) {
      throw new Error(
        `Lighthouse has not measured ${page}: ${result?.lhr.runtimeError?.message ?? 'no result'}`,
      );
    }
    return { page, device, ...figuresOf(result) };
  } finally {
    await browser.close();
  }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const taken = probe.address();
      probe.close(() => done(typeof taken === 'object' && taken ? taken.port : 0));
    });
  });
}

function figuresOf({ lhr }: RunnerResult): Omit<LighthouseResult, 'page' | 'device'> {
  const score = (name: string) => Math.round((lhr.categories[name]?.score ?? 0) * 100);
  const figure = (name: string) => lhr.audits[name]?.numericValue ?? 0;
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
    },
    firstPaint: figure('first-contentful-paint'),
    largestPaint: figure('largest-contentful-paint'),
    blocked: figure('total-blocking-time'),
    shift: figure('cumulative-layout-shift'),
    ...transferOf(lhr),
    failed: failedAudits(lhr),
  };
}

/** Bytes and number of scripts as they came over the wire. */
function transferOf({ audits }: RunnerResult['lhr']): Pick<LighthouseResult, 'scriptBytes' | 'files'> {
  const details = audits['network-requests']?.details;
  const items = details?.type === 'table' ? details.items : [];
  const scripts = items.filter(({ resourceType }) => resourceType === 'Script');
  const bytes = scripts.reduce((sum, { transferSize }) => sum + Number(transferSize ?? 0), 0);
  return { scriptBytes: bytes, files: items.length };
}

/** What keeps accessibility, best practices and SEO from 100, by Lighthouse's names. */
function failedAudits({ categories, audits }: RunnerResult['lhr']): string[] {
  return ['accessibility', 'best-practices', 'seo'].flatMap((category) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  );
}

function medianOf(runs: readonly LighthouseResult[]): LighthouseResult {
  const sorted = runs.toSorted((a, b) => a.scores.performance - b.scores.performance);
  const median = sorted[Math.floor(sorted.length / 2)];
  if (median === undefined) throw new Error('Nothing was measured.');
  return median;
}
