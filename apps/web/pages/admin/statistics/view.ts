import { JOB_TYPES, type JobType } from '#features/catalogue/packages/rules/package.ts';
import { GROUPINGS, type Grouping } from '#features/office/statistics/rules/periods.ts';
import { groupingOf, type Period, periodOf, previousPeriod, problemOfPeriod, yearBefore } from './periods.ts';

export const TABS = ['summary', 'money', 'visits', 'customers', 'hours'] as const;
export type Tab = (typeof TABS)[number];

export const COMPARISONS = ['period', 'year'] as const;
/** What a period is compared with: the time just before, or the same time a year earlier. */
export type Comparison = (typeof COMPARISONS)[number];

/** Only the visits of a service, a region or a cleaner: names as in the address, the API and the list of jobs. */
export type VisitFilters = {
  readonly jobType?: JobType;
  readonly regionID?: string;
  readonly cleanerID?: string;
};

/** What the statistics show, all of it in the address. */
export interface View {
  readonly tab: Tab;
  /** Null for this month. */
  readonly period: Period | null;
  readonly compare: Comparison;
  /** Null for what fits the period. */
  readonly by: Grouping | null;
  readonly filters: VisitFilters;
}

/** The view of an address; what is missing or invalid is the default. */
export function viewIn(params: URLSearchParams): View {
  const period = { first: params.get('from_date') ?? '', last: params.get('to_date') ?? '' };
  return {
    tab: TABS.find((tab) => tab === params.get('tab')) ?? 'summary',
    period: problemOfPeriod(period) === null ? period : null,
    compare: COMPARISONS.find((one) => one === params.get('compare')) ?? 'period',
    by: GROUPINGS.find((by) => by === params.get('by')) ?? null,
    filters: filtersIn(params),
  };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function filtersIn(params: URLSearchParams): VisitFilters {
  const jobType = JOB_TYPES.find((type) => type === params.get('jobType'));
  const [regionID, cleanerID] = [params.get('regionID') ?? '', params.get('cleanerID') ?? ''];
  return {
    ...(jobType && { jobType }),
    ...(UUID.test(regionID) && { regionID }),
    ...(UUID.test(cleanerID) && { cleanerID }),
  };
}

/** The address of a view, without defaults. Chosen days are written, so that it shows the same ones next month. */
export function paramsOf({ tab, period, compare, by, filters }: View): URLSearchParams {
  return new URLSearchParams({
    ...(tab !== 'summary' && { tab }),
    ...(period !== null && { from_date: period.first, to_date: period.last }),
    ...(compare !== 'period' && { compare }),
    ...(by !== null && { by }),
    ...filters,
  });
}

export interface PanelPeriods {
  readonly period: Period;
  /** The period for comparison. */
  readonly before: Period;
  /** How many days a bar of a chart covers. */
  readonly by: Grouping;
  readonly filters: VisitFilters;
}

/** The periods of a view, and how many days a row covers. */
export function periodsOf({ period, compare, by, filters }: View, today: string): PanelPeriods {
  const shown = period ?? periodOf('this-month', today);
  return {
    period: shown,
    before: compare === 'year' ? yearBefore(shown) : previousPeriod(shown),
    by: by ?? groupingOf(shown),
    filters,
  };
}
