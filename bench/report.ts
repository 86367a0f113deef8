import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { type Figure, targetTable, worstOf } from './targets.ts';

/** When and where a part was measured. */
export interface Run {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** No other program used the machine when the run began; absent if not known. */
  readonly isIdle?: boolean;
  /** Requests a second of the floor server for one job; null if the part needs no company. */
  readonly floor: number | null;
}

interface Part extends Run {
  readonly machine: string;
  readonly figures: readonly Figure[];
}

/** The latest figures of each part, of which the page is made. */
export type Parts = Readonly<Record<string, Part>>;

const FIGURES = new URL('figures.json', import.meta.url);
const PAGE = new URL('../docs/performance.md', import.meta.url);
const [BEGIN, END] = ['<!-- written by npm run bench -->\n', '<!-- end -->'];

/** Replaces the figures of a part, and rewrites the page. */
export async function savePart(part: string, run: Run, figures: readonly Figure[]): Promise<void> {
  const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node.js ${process.versions.node}`;
  const parts = { ...(await readParts()), [part]: { ...run, machine, figures: worstOf(figures) } };
  await writeFile(FIGURES, `${JSON.stringify(parts, null, 2)}\n`);
  await writeFile(PAGE, withTables(await readPage(), parts));
}

export async function readParts(): Promise<Parts> {
  return JSON.parse(await readFile(FIGURES, 'utf8'));
}

export function readPage(): Promise<string> {
  return readFile(PAGE, 'utf8');
}

/** The page with the tables of these figures. */
export function withTables(page: string, parts: Parts): string {
  const [before, after] = [page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)];
  if (before < BEGIN.length || after < before) throw new Error('docs/performance.md has lost its marks.');
  const figures = targetTable(Object.values(parts).flatMap((part) => part.figures));
  return `${page.slice(0, before)}\n${figures}\n\n${runTable(parts)}\n\n${page.slice(after)}`;
}

const IDLE: Readonly<Record<string, string>> = { true: 'yes', false: '**no**', undefined: 'not known' };

function runTable(parts: Parts): string {
  const rows = Object.entries(parts).map(([name, { day, machine, floor, isIdle }]) => {
    const idle = IDLE[String(isIdle)];
    return `| \`${name}\` | ${day} | ${machine} | ${floor === null ? '' : `${Math.round(floor)}/s`} | ${idle} |`;
  });
  const heading = '| part | measured on | machine | floor server, one job | machine idle |';
  return [heading, '| --- | --- | --- | --: | --- |', ...rows].join('\n');
}
