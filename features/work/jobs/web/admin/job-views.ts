import type { ListView } from '#platform/web/office/list-state.ts';

/** The tabs above the jobs list. Dates are in the URL so that a link stays valid on other days. */
export function jobViews(today: string, yesterday: string): readonly ListView[] {
  return [
    { label: 'From today', filters: { from_date: today } },
    { label: 'Today', filters: { from_date: today, to_date: today }, empty: 'No jobs today.' },
    { label: 'Needs crew', filters: { needs: 'crew' }, empty: 'Every upcoming job has its crew.' },
    { label: 'Unpaid', filters: { status: 'pending' }, empty: 'No unpaid jobs.' },
    { label: 'Owed', filters: { status: 'confirmed' }, empty: 'No one owes anything.' },
    { label: 'Late start', filters: { needs: 'start' }, empty: 'No one is late.' },
    {
      label: 'Not clocked out',
      filters: { needs: 'finish' },
      empty: 'Everyone has clocked out.',
    },
    { label: 'In progress', filters: { stage: 'in-progress' }, empty: 'No one is at work right now.' },
    { label: 'Done', filters: { stage: 'done' } },
    { label: 'Past', filters: { to_date: yesterday } },
    { label: 'Cancelled', filters: { status: 'cancelled' } },
    { label: 'Expired', filters: { status: 'expired' } },
    { label: 'All', filters: { status: '*' } },
    { label: 'Trash', filters: { status: '*' }, trash: true },
  ];
}

const AHEAD: readonly (string | null)[] = ['upcoming', 'in-progress'];

/** Upcoming visits start with the nearest, past ones with the latest. */
export function firstOrder(params: URLSearchParams): 'asc' | 'desc' {
  const isAhead =
    params.get('from_date') !== null ||
    params.get('needs') !== null ||
    params.get('status') === 'pending' ||
    params.get('status') === 'confirmed' ||
    AHEAD.includes(params.get('stage'));
  return isAhead ? 'asc' : 'desc';
}
