import { describe, expect, test } from 'vitest';
import { type ListShape, readListState, viewOf } from './list-state.ts';
import { queryOfView, showsView, stateOfView } from './saved-views.ts';

const shape: ListShape = {
  filters: ['from_date', 'to_date', 'region'],
  choices: { region: ['east', 'west'] },
  days: ['from_date', 'to_date'],
  columns: ['when', 'crew'],
  keys: ['when', 'crew', 'postal'],
  sorts: ['start', 'crew'],
  sortby: 'start',
};
const viewsOn = (today: string) => [
  { label: 'Today', filters: { from_date: today, to_date: today } },
  { label: 'All' },
  { label: 'Trash', trash: true as const },
];
const views = viewsOn('2026-11-26');
const read = (search: string) => readListState(new URLSearchParams(search), shape);
const save = (search: string) => {
  const state = read(search);
  return { query: queryOfView(state, viewOf(state, views), shape), columns: state.columns as string[] };
};

describe('a saved view', () => {
  test('keeps tab, filters, search, order and columns, but not the page', () => {
    const saved = save(
      'from_date=2026-11-26&to_date=2026-11-26&region=east&q=tan&sortby=crew&page=3&size=100',
    );
    expect(saved.query).toBe('region=east&q=tan&sortby=crew&tab=Today&order=asc');
    expect(stateOfView(saved, views, shape)).toMatchObject({
      filters: { from_date: '2026-11-26', to_date: '2026-11-26', region: 'east' },
      q: 'tan',
      sortby: 'crew',
      page: 1,
      columns: ['when', 'crew'],
    });
  });

  test('of a tab with days has those of the day on which it is used', () => {
    const saved = save('from_date=2026-11-26&to_date=2026-11-26');
    expect(stateOfView(saved, viewsOn('2026-12-01'), shape).filters).toEqual({
      from_date: '2026-12-01',
      to_date: '2026-12-01',
    });
  });

  test('of chosen days keeps those days', () => {
    const saved = save('from_date=2026-11-01&to_date=2026-11-30');
    expect(stateOfView(saved, viewsOn('2026-12-01'), shape).filters).toEqual({
      from_date: '2026-11-01',
      to_date: '2026-11-30',
    });
  });

  test('of the trash shows the trash', () => {
    expect(stateOfView(save('trash=1'), views, shape).trash).toBe(true);
  });

  test('is recognised on every page of its list, and after other columns in another order', () => {
    const saved = save('region=east&columns=when,postal');
    expect(showsView(read('region=east&columns=postal,when&page=2'), stateOfView(saved, views, shape))).toBe(
      true,
    );
    expect(showsView(read('region=west&columns=when,postal'), stateOfView(saved, views, shape))).toBe(false);
    expect(showsView(read('region=east'), stateOfView(saved, views, shape))).toBe(false);
  });

  test.each([
    ['unknown parameters and values', 'region=north&sortby=drop&order=up&from_date=2026-13-40&x=1', []],
    ['an unknown tab', 'tab=%3Cscript%3E', []],
    ['no query at all', '%%%&&==', []],
    ['unknown columns', '', ['__proto__', 'constructor']],
  ])('ignores %s', (_name, query, columns) => {
    expect(stateOfView({ query, columns }, views, shape)).toEqual(read(''));
  });
});
