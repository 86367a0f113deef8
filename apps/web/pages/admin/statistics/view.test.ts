import { expect, it } from 'vitest';
import { comparedWith, paramsOf, shownBy, viewIn } from './view.ts';

const viewOf = (search: string) => viewIn(new URLSearchParams(search), '2026-11-24');

it('shows the summary of this month, unless the address says otherwise', () => {
  const view = viewOf('');
  expect(view).toMatchObject({ tab: 'summary', compare: 'period', by: null });
  expect(view.period).toEqual({ first: '2026-11-01', last: '2026-11-30' });
  expect(shownBy(view)).toBe('day');
  expect(viewOf('tab=nonsense&from_date=2026-02-30&to_date=x&compare=never&by=year')).toEqual(view);
});

it('writes everything into the address', () => {
  const search = 'tab=money&from_date=2026-01-01&to_date=2026-06-30&compare=year&by=month';
  const view = viewOf(search);
  expect(paramsOf(view).toString()).toBe(search);
  expect(comparedWith(view)).toEqual({ first: '2025-01-01', last: '2025-06-30' });
  expect(comparedWith({ ...view, compare: 'period' })).toEqual({ first: '2025-07-01', last: '2025-12-31' });
  expect(shownBy({ ...view, by: null })).toBe('week');
});
