import type { Grouping } from '#features/office/statistics/rules/periods.ts';
import type { Period } from './periods.ts';

export interface PanelPeriods {
  readonly period: Period;
  /** The period for comparison. */
  readonly before: Period;
  /** How many days a bar of a chart covers. */
  readonly by: Grouping;
}

export function queryOfPeriod({ first, last }: Period) {
  return { from_date: first, to_date: last };
}

/** A link to a list with these filters. */
export function linkTo(list: string, filters: Readonly<Record<string, string>>): string {
  return `${list}?${new URLSearchParams(filters)}`;
}

export function count(figure: number): string {
  return figure.toLocaleString('en-SG');
}
