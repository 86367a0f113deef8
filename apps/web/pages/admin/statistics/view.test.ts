import { expect, it } from 'vitest';
import { paramsOf, periodsOf, viewIn } from './view.ts';

const viewOf = (search: string) => viewIn(new URLSearchParams(search));

it('shows the summary of this month, unless the address says otherwise', () => {
  const view = viewOf('');
  expect(view).toEqual({ tab: 'summary', period: null, compare: 'period', by: null, filters: {} });
  expect(paramsOf(view).toString()).toBe('');
  expect(periodsOf(view, '2026-11-24')).toEqual({
    period: { first: '2026-11-01', last: '2026-11-30' },
    before: { first: '2026-10-01', last: '2026-10-31' },
    by: 'day',
    filters: {},
  });
  expect(
    viewOf('tab=nonsense&from_date=2026-02-30&to_date=x&compare=never&by=year&jobType=x&cleanerID=1'),
  ).toEqual(view);
});

it('writes everything that was chosen into the address', () => {
  const search =
    'tab=money&from_date=2026-01-01&to_date=2026-06-30&compare=year&by=month' +
    '&jobType=regular&regionID=01900000-0000-7000-8000-000000000102&cleanerID=01900000-0000-7000-8000-000000000999';
  const view = viewOf(search);
  expect(paramsOf(view).toString()).toBe(search);
  expect(periodsOf(view, '2026-11-24')).toMatchObject({
    before: { first: '2025-01-01', last: '2025-06-30' },
    by: 'month',
  });
  expect(periodsOf({ ...view, compare: 'period', by: null }, '2026-11-24')).toMatchObject({
    before: { first: '2025-07-01', last: '2025-12-31' },
    by: 'week',
  });
});
