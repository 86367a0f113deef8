import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import type { Grouping } from '#features/office/statistics/rules/periods.ts';
import type { Period } from './periods.ts';

/** Only the visits of a service, a region or a cleaner: names as in the address, the API and the list of jobs. */
export interface VisitFilters {
  readonly jobType?: JobType;
  readonly regionID?: string;
  readonly cleanerID?: string;
}

export function isFiltered(filters: VisitFilters): boolean {
  return Object.keys(filters).length > 0;
}

export interface PanelPeriods {
  readonly period: Period;
  /** The period for comparison. */
  readonly before: Period;
  /** How many days a bar of a chart covers. */
  readonly by: Grouping;
  readonly filters: VisitFilters;
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
