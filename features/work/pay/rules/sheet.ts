import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { FLAGS, type Flag, paidTime, type VisitTime } from './paid-time.ts';
import { type FindRate, payFor } from './rates.ts';

/** What is known of one cleaner's part of one visit. Times in milliseconds since 1970. */
export interface VisitFacts extends VisitTime {
  readonly jobID: string;
  readonly number: number;
  readonly cleanerID: string;
  readonly jobType: JobType;
  /** The business day. */
  readonly day: string;
}

/** A line of a sheet: the facts, and what they come to. */
export interface PayLine extends VisitFacts {
  readonly clockedMinutes: number | null;
  readonly paidMinutes: number;
  readonly flag: Flag | null;
  /** Cents per hour; null if none was set for the visit's day. */
  readonly rate: Cents | null;
  readonly amount: Cents;
}

/** Computes a line from its clock events, and from nothing else. */
export function lineOf(facts: VisitFacts, findRate: FindRate): PayLine {
  const time = paidTime(facts);
  const rate = findRate(facts);
  return { ...facts, ...time, rate, amount: payFor(time.paidMinutes, rate) };
}

export const EXTRA_KINDS = ['extra', 'tip', 'deduction'] as const;
export type ExtraKind = (typeof EXTRA_KINDS)[number];

export interface ExtraPay {
  readonly cleanerID: string;
  readonly kind: ExtraKind;
  /** Cents, above zero also for a deduction. */
  readonly amount: Cents;
}

export interface PayTotals {
  readonly visits: number;
  readonly plannedMinutes: number;
  /** Of the visits with both clock events. */
  readonly clockedMinutes: number;
  readonly paidMinutes: number;
  /** Cents: the lines, what was added by hand by kind, and all of it. Deductions are above zero. */
  readonly base: Cents;
  readonly extras: Cents;
  readonly tips: Cents;
  readonly deductions: Cents;
  readonly total: Cents;
  /** Lines without a rate. */
  readonly noRate: number;
  /** Lines by what is unusual about them. */
  readonly flags: Readonly<Record<Flag, number>>;
}

/** Adds up lines and extras, of one cleaner or of a whole sheet. */
export function totalsOf(lines: readonly PayLine[], extras: readonly ExtraPay[]): PayTotals {
  const sumOf = (figure: 'plannedMinutes' | 'paidMinutes' | 'amount') =>
    lines.reduce((sum, line) => sum + line[figure], 0);
  const added = (wanted: ExtraKind) =>
    extras.reduce((sum, { kind, amount }) => (kind === wanted ? sum + amount : sum), 0);
  const flags = Object.fromEntries(FLAGS.map((flag) => [flag, 0])) as Record<Flag, number>;
  for (const { flag } of lines) if (flag !== null) flags[flag] += 1;
  const base = sumOf('amount');
  const [more, tips, deductions] = [added('extra'), added('tip'), added('deduction')];
  return {
    visits: lines.length,
    plannedMinutes: sumOf('plannedMinutes'),
    clockedMinutes: lines.reduce((sum, line) => sum + (line.clockedMinutes ?? 0), 0),
    paidMinutes: sumOf('paidMinutes'),
    base,
    extras: more,
    tips,
    deductions,
    total: base + more + tips - deductions,
    noRate: lines.filter(({ rate }) => rate === null).length,
    flags,
  };
}

/** A line that would be different if the sheet were approved now; null where there is no such line. */
export interface LineDifference {
  readonly approved: PayLine | null;
  readonly now: PayLine | null;
}

/** Compares the lines of an approved sheet with what the clock events say now, in order of the visits. */
export function differencesOf(approved: readonly PayLine[], now: readonly PayLine[]): LineDifference[] {
  const current = new Map(now.map((line) => [keyOf(line), line]));
  const changed: LineDifference[] = [];
  for (const line of approved) {
    const other = current.get(keyOf(line)) ?? null;
    current.delete(keyOf(line));
    if (other === null || !isSame(line, other)) changed.push({ approved: line, now: other });
  }
  for (const line of current.values()) changed.push({ approved: null, now: line });
  return changed.sort((a, b) => startOf(a) - startOf(b));
}

function keyOf({ cleanerID, jobID }: PayLine): string {
  return `${cleanerID} ${jobID}`;
}

function isSame(one: PayLine, other: PayLine): boolean {
  const names = ['startedAt', 'finishedAt', 'plannedMinutes', 'paidMinutes', 'rate', 'amount'] as const;
  return names.every((name) => one[name] === other[name]);
}

function startOf({ approved, now }: LineDifference): number {
  return (approved ?? now)?.start ?? 0;
}
