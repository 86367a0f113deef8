import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import packages from './data/packages.json' with { type: 'json' };

/** A package, by its label. */
type Label = string;

const SMALL = new Set(['hdb_1_2', 'hdb_3', 'condo_1', 'condo_2']);

/** The package for a home. Firms in Singapore recommend three hours for a small home, four for a larger one. */
export function packageFor(kind: JobType, home: string): Label {
  if (kind === 'regular') return SMALL.has(home) ? 'Weekly 3 h visit' : 'Weekly 4 h visit';
  if (kind === 'spring-cleaning')
    return home.startsWith('hdb') ? 'Spring HDB 4-room' : 'Spring condo 3-bedroom';
  if (kind === 'moving-in-out') return MOVES[home] ?? 'Move 5-room / EC';
  if (home === 'condo_4plus') return 'One-time 5 h';
  return SMALL.has(home) ? 'One-time 3 h' : 'One-time 4 h';
}

const MOVES: Readonly<Record<string, Label>> = {
  hdb_1_2: 'Move 2-room',
  condo_1: 'Move 2-room',
  condo_2: 'Move 2-room',
  hdb_3: 'Move 3-room',
  hdb_4: 'Move 4-room',
  landed: 'Move landed',
};

/** Start times of such visits, in minutes after midnight: they end by 6 pm. */
export function startsFor(label: string): readonly number[] {
  const pack = packages.find((one) => one.label === label);
  const minutes = ((pack?.hoursPerCleaner ?? 3) + (pack?.breakHours ?? 0)) * 60;
  return STARTS.filter((start) => start + minutes <= 18 * 60);
}

const STARTS = [9 * 60, 9 * 60 + 30, 10 * 60, 13 * 60 + 30, 14 * 60, 14 * 60 + 30];
