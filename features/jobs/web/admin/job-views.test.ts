import { expect, test } from 'vitest';
import {
  listQueryOf,
  readListState,
  toView,
  viewOf,
  writeListState,
} from '#platform/web/office/list-state.ts';
import { jobViews } from './job-views.ts';

const shape = {
  filters: ['from_date', 'to_date', 'jobType', 'cleanerID', 'stage', 'status'],
  columns: ['when'],
  sortby: 'startTime',
  order: 'desc' as const,
};
const views = jobViews('2026-11-24');
const read = (search: string) => readListState(new URLSearchParams(search), shape);
const goTo = (search: string, label: string) => {
  const state = read(search);
  const view = views.find((one) => one.label === label) ?? { label };
  return writeListState(state, toView(state, viewOf(state, views), view), shape).toString();
};

test.each([
  ['All', ''],
  ['Today', 'from_date=2026-11-24&to_date=2026-11-24'],
  ['Unpaid', 'status=pending'],
  ['Done', 'stage=done'],
  ['Cancelled', 'status=cancelled'],
  ['Trash', 'status=*&trash=1'],
])('the tab %s is the address ?%s', (label, search) => {
  expect(goTo('', label)).toBe(search);
  expect(viewOf(read(search), views)?.label).toBe(label);
});

test('a tab keeps what the person chose, and drops what the tab before chose', () => {
  expect(goTo('jobType=regular&status=pending', 'Done')).toBe('jobType=regular&stage=done');
  expect(goTo('from_date=2026-11-24&to_date=2026-11-24', 'All')).toBe('');
  expect(goTo('from_date=2026-11-01&to_date=2026-11-30', 'Unpaid')).toBe(
    'from_date=2026-11-01&to_date=2026-11-30&status=pending',
  );
});

test('other days than today stand under All', () => {
  expect(viewOf(read('from_date=2026-11-23&to_date=2026-11-24'), views)?.label).toBe('All');
});

test('the trash shows jobs in every state', () => {
  expect(listQueryOf(read('status=*&trash=1'))).toMatchObject({ trash: '1', status: '*' });
});
