import { expect, test } from 'vitest';
import {
  isFiltered,
  listQueryOf,
  readListState,
  toView,
  viewOf,
  writeListState,
} from '#platform/web/office/list-state.ts';
import { firstOrder, jobViews } from './list-page.tsx';

const shape = {
  filters: ['from_date', 'to_date', 'jobType', 'cleanerID', 'stage', 'needs', 'status'],
  columns: ['when'],
  sortby: 'startTime',
  order: 'desc' as const,
};
const views = jobViews({
  yesterday: '2026-11-23',
  today: '2026-11-24',
  tomorrow: '2026-11-25',
  inSixDays: '2026-11-30',
});
const read = (search: string) => readListState(new URLSearchParams(search), shape);
const goTo = (search: string, label: string) => {
  const state = read(search);
  const view = views.find((one) => one.label === label) ?? { label };
  return writeListState(state, toView(state, viewOf(state, views), view), shape).toString();
};

test.each([
  ['Today', 'from_date=2026-11-24&to_date=2026-11-24'],
  ['Tomorrow', 'from_date=2026-11-25&to_date=2026-11-25'],
  ['Next 7 days', 'from_date=2026-11-24&to_date=2026-11-30'],
  ['Needs crew', 'needs=crew'],
  ['Late', 'needs=start'],
  ['Unpaid', 'status=unpaid'],
  ['Past', 'to_date=2026-11-23'],
  ['Cancelled', 'status=cancelled'],
  ['All', 'status=*'],
  ['Trash', 'status=*&trash=1'],
])('the tab %s has the query ?%s', (label, search) => {
  expect(goTo('', label)).toBe(search);
  expect(viewOf(read(search), views)?.label).toBe(label);
});

test("a tab keeps the user's filters and drops those of the previous tab", () => {
  expect(goTo('jobType=regular&status=unpaid', 'Needs crew')).toBe('jobType=regular&needs=crew');
  expect(goTo('from_date=2026-11-24&to_date=2026-11-24', 'All')).toBe('status=*');
  expect(goTo('from_date=2026-11-01&to_date=2026-11-30', 'Unpaid')).toBe(
    'from_date=2026-11-01&to_date=2026-11-30&status=unpaid',
  );
});

test.each([
  'from_date=2026-11-23&to_date=2026-11-24',
  'from_date=2026-11-24',
  'needs=finish',
  'stage=done',
  'stage=in-progress',
  'status=pending',
  'status=confirmed',
  'status=expired',
])('?%s is a filter, not a tab', (search) => {
  expect(viewOf(read(search), views)).toBeUndefined();
  expect(isFiltered(read(search))).toBe(true);
});

test.each([
  ['from_date=2026-11-24', 'asc'],
  ['status=pending', 'asc'],
  ['status=unpaid', 'asc'],
  ['needs=crew', 'asc'],
  ['stage=in-progress', 'asc'],
  ['stage=done', 'desc'],
  ['to_date=2026-11-23', 'desc'],
  ['status=*', 'desc'],
  ['q=Rachel', 'desc'],
])('?%s is sorted in order %s', (search, expected) => {
  expect(firstOrder(new URLSearchParams(search))).toBe(expected);
});

test('the trash shows jobs in every state', () => {
  expect(listQueryOf(read('status=*&trash=1'))).toMatchObject({ trash: '1', status: '*' });
});
