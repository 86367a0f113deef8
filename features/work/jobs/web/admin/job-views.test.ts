import { expect, test } from 'vitest';
import {
  listQueryOf,
  readListState,
  toView,
  viewOf,
  writeListState,
} from '#platform/web/office/list-state.ts';
import { firstOrder, jobViews } from './job-views.ts';

const shape = {
  filters: ['from_date', 'to_date', 'jobType', 'cleanerID', 'stage', 'needs', 'status'],
  columns: ['when'],
  sortby: 'startTime',
  order: 'desc' as const,
};
const views = jobViews('2026-11-24', '2026-11-23');
const read = (search: string) => readListState(new URLSearchParams(search), shape);
const goTo = (search: string, label: string) => {
  const state = read(search);
  const view = views.find((one) => one.label === label) ?? { label };
  return writeListState(state, toView(state, viewOf(state, views), view), shape).toString();
};

test.each([
  ['From today', 'from_date=2026-11-24'],
  ['Today', 'from_date=2026-11-24&to_date=2026-11-24'],
  ['Needs crew', 'needs=crew'],
  ['Unpaid', 'status=pending'],
  ['Late start', 'needs=start'],
  ['Not clocked out', 'needs=finish'],
  ['Done', 'stage=done'],
  ['Cancelled', 'status=cancelled'],
  ['Past', 'to_date=2026-11-23'],
  ['All', 'status=*'],
  ['Trash', 'status=*&trash=1'],
])('the tab %s has the query ?%s', (label, search) => {
  expect(goTo('', label)).toBe(search);
  expect(viewOf(read(search), views)?.label).toBe(label);
});

test("a tab keeps the user's filters and drops those of the previous tab", () => {
  expect(goTo('jobType=regular&status=pending', 'Done')).toBe('jobType=regular&stage=done');
  expect(goTo('from_date=2026-11-24&to_date=2026-11-24', 'All')).toBe('status=*');
  expect(goTo('from_date=2026-11-01&to_date=2026-11-30', 'Unpaid')).toBe(
    'from_date=2026-11-01&to_date=2026-11-30&status=pending',
  );
});

test('other date ranges select no tab', () => {
  expect(viewOf(read('from_date=2026-11-23&to_date=2026-11-24'), views)).toBeUndefined();
});

test.each([
  ['from_date=2026-11-24', 'asc'],
  ['status=pending', 'asc'],
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
