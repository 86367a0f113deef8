import type { ListView } from '#platform/web/office/list-state.ts';

/** The tabs over the jobs. Today is a stretch of one day, so that the address says which. */
export function jobViews(today: string): readonly ListView[] {
  return [
    // Cancelled and expired jobs have tabs of their own.
    { label: 'All' },
    { label: 'Today', filters: { from_date: today, to_date: today } },
    { label: 'Unpaid', filters: { status: 'pending' } },
    { label: 'Under way', filters: { stage: 'in-progress' } },
    { label: 'Done', filters: { stage: 'done' } },
    { label: 'Cancelled', filters: { status: 'cancelled' } },
    { label: 'Not paid', filters: { status: 'expired' } },
    { label: 'Trash', filters: { status: '*' }, trash: true },
  ];
}
