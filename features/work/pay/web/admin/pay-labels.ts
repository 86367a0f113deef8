import type { Status } from '#platform/web/design/parts/status-chip.tsx';
import { dayInWords } from '#platform/web/format.ts';
import { officeLanguage, t } from '#platform/web/i18n/office.ts';
import type { Flag } from '../../rules/paid-time.ts';
import type { ExtraKind } from '../../rules/sheet.ts';
import type { SheetAction, SheetStatus } from '../../rules/states.ts';

/** `3 h`, `3 h 30 min`, `45 min`. */
export function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const written = [
    hours > 0 && `${hours.toLocaleString('en-SG')} h`,
    (rest > 0 || hours === 0) && t('{{rest}} min', { rest }),
  ];
  return written.filter(Boolean).join(' ');
}

/** `2026-11` as `November 2026`. */
export function monthTitle(month: string): string {
  return dayInWords(`${month}-01`, officeLanguage(), { month: 'long', year: 'numeric' });
}

/** The month this many months later, or earlier. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

export const STATUS_NAMES: Readonly<Record<SheetStatus, string>> = {
  draft: t('Draft'),
  approved: t('Approved'),
  locked: t('Locked'),
};
export const STATUS_CHIPS: Readonly<Record<SheetStatus, Status>> = {
  draft: 'now',
  approved: 'upcoming',
  locked: 'done',
};
export const ACTION_NAMES: Readonly<Record<SheetAction, string>> = {
  approved: t('Approved'),
  reopened: t('Reopened'),
  locked: t('Locked'),
};

export const EXTRA_NAMES: Readonly<Record<ExtraKind, string>> = {
  extra: t('Extra'),
  tip: t('Tip'),
  deduction: t('Deduction'),
};

/** Of several visits: `2 not clocked out, 1 longer`. */
export function flagsText(flags: Readonly<Record<Flag, number>>, noRate = 0): string {
  const parts: readonly (readonly [number, string])[] = [
    [noRate, t('without a pay rate')],
    [flags['no-clock-in'], t('not clocked in')],
    [flags['no-clock-out'], t('not clocked out')],
    [flags.implausible, t('with a forgotten clock-out')],
    [flags.overlap, 'overlapping'],
    [flags['paid-before'], t('paid in another month')],
    [flags.cancelled, t('cancelled or replaced')],
    [flags.longer, 'longer'],
    [flags.shorter, 'shorter'],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count.toLocaleString('en-SG')} ${words}`)
    .join(', ');
}

export function countText(count: number, one: string): string {
  return t('{{count}} {{things}}', {
    count: count.toLocaleString('en-SG'),
    things: t(count === 1 ? one : `${one}s`),
  });
}
