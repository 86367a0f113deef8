import type { ListView } from '#platform/web/office/list-state.ts';

/** The days that the tabs name, `YYYY-MM-DD`. */
export interface TabDays {
  readonly yesterday: string;
  readonly today: string;
  readonly tomorrow: string;
  /** The last day of the week that begins today. */
  readonly inSixDays: string;
}

/** The tabs above the jobs list. Dates are in the URL so that a link stays valid on other days. */
export function jobViews({ yesterday, today, tomorrow, inSixDays }: TabDays): readonly ListView[] {
  return [
    { label: 'Today', filters: { from_date: today, to_date: today }, empty: 'No jobs today.' },
    { label: 'Tomorrow', filters: { from_date: tomorrow, to_date: tomorrow }, empty: 'No jobs tomorrow.' },
    {
      label: 'Next 7 days',
      filters: { from_date: today, to_date: inSixDays },
      empty: 'No jobs in the next 7 days.',
    },
    { label: 'Needs crew', filters: { needs: 'crew' }, empty: 'Every upcoming job has its crew.' },
    { label: 'Late', filters: { needs: 'start' }, empty: 'No one is late.' },
    { label: 'Unpaid', filters: { status: 'unpaid' }, empty: 'No unpaid jobs.' },
    { label: 'Past', filters: { to_date: yesterday } },
    { label: 'Cancelled', filters: { status: 'cancelled' }, empty: 'No cancelled jobs.' },
    { label: 'All', filters: { status: '*' } },
    { label: 'Trash', filters: { status: '*' }, trash: true },
  ];
}

const NEAREST_FIRST: readonly (string | null)[] = ['pending', 'confirmed', 'unpaid'];
const AHEAD: readonly (string | null)[] = ['upcoming', 'in-progress'];

/** Upcoming visits start with the nearest, past ones with the latest. */
export function firstOrder(params: URLSearchParams): 'asc' | 'desc' {
  const isAhead =
    params.get('from_date') !== null ||
    params.get('needs') !== null ||
    NEAREST_FIRST.includes(params.get('status')) ||
    AHEAD.includes(params.get('stage'));
  return isAhead ? 'asc' : 'desc';
}
