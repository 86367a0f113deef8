import { describe, expect, test } from 'vitest';
import { isFiltered, listQueryOf, readListState, toView, viewOf, writeListState } from './list-state.ts';

const shape = { filters: ['gender', 'regionID'], columns: ['name', 'mobile'], sortby: 'firstname' };
const read = (search: string) => readListState(new URLSearchParams(search), shape);
const write = (search: string, change: Parameters<typeof writeListState>[1]) =>
  decodeURIComponent(writeListState(read(search), change, shape).toString());

describe('the state of a list', () => {
  test('has its defaults when the address has no parameters', () => {
    expect(read('')).toEqual({
      q: '',
      page: 1,
      size: 25,
      sortby: 'firstname',
      order: 'asc',
      trash: false,
      filters: {},
      columns: ['name', 'mobile'],
    });
  });

  test('is read from the address, and invalid values become defaults', () => {
    expect(read('q=tan&gender=female&page=3&size=100&order=desc&trash=1&columns=name')).toMatchObject({
      q: 'tan',
      filters: { gender: 'female' },
      page: 3,
      size: 100,
      order: 'desc',
      trash: true,
      columns: ['name'],
    });
    expect(read('page=-1&size=7&order=up&gender=')).toMatchObject({
      page: 1,
      size: 25,
      order: 'asc',
      filters: {},
    });
  });

  test('ignores values, days and sorts that do not exist', () => {
    const jobs = {
      filters: ['status', 'cleanerID', 'from_date', 'to_date'],
      choices: { status: ['paid'], cleanerID: [] },
      days: ['from_date', 'to_date'],
      columns: ['start'],
      sortby: 'startTime',
      sorts: ['startTime', 'label'],
    };
    const at = (search: string) => readListState(new URLSearchParams(search), jobs);
    for (const search of [
      'from_date=2026-13-40',
      'to_date=x',
      'from_date=2026-02-30',
      'status=nonsense',
      'cleanerID=x',
      'sortby=drop',
      'page=99999999999',
    ]) {
      expect(at(search)).toEqual(at(''));
    }
    const id = '01900000-0000-7000-8000-000000000001';
    expect(at(`status=paid&cleanerID=${id}&from_date=2026-02-28&sortby=label`)).toMatchObject({
      filters: { status: 'paid', cleanerID: id, from_date: '2026-02-28' },
      sortby: 'label',
    });
    expect(at(`q=${'a'.repeat(200)}`).q).toHaveLength(100);
  });

  test('writes only values that differ from the defaults', () => {
    expect(write('', { q: 'tan' })).toBe('q=tan');
    expect(write('q=tan', { q: '' })).toBe('');
    expect(write('q=tan', { page: 2 })).toBe('q=tan&page=2');
    expect(write('', { columns: ['name'] })).toBe('columns=name');
  });

  test('goes to the first page when anything but the page or the columns changes', () => {
    expect(write('page=4', { filters: { gender: 'male' } })).toBe('gender=male');
    expect(write('page=4', { order: 'desc' })).toBe('order=desc');
    expect(write('page=4', { columns: ['name'] })).toBe('page=4&columns=name');
  });

  test('the state of a list becomes the query of its route', () => {
    expect(listQueryOf(read('q=tan&gender=female&page=3'))).toEqual({
      q: 'tan',
      gender: 'female',
      trash: '0',
      from: 50,
      size: 25,
      sortby: 'firstname',
      order: 'asc',
      count: '0',
    });
  });
});

describe('the tabs of a list', () => {
  const all = { label: 'All' };
  const women = { label: 'Women', filters: { gender: 'female' } };
  const trash = { label: 'Trash', trash: true as const };
  const views = [all, women, trash];

  test('are recognised by the filters that are set', () => {
    expect(viewOf(read(''), views)).toBe(all);
    expect(viewOf(read('gender=female&regionID=1'), views)).toBe(women);
    expect(viewOf(read('gender=male'), views)).toBe(all);
    expect(viewOf(read('trash=1'), views)).toBe(trash);
  });

  test('set their own filters and leave the others', () => {
    expect(toView(read('gender=female&regionID=1'), women, trash)).toEqual({
      trash: true,
      filters: { regionID: '1' },
    });
    expect(toView(read('regionID=1'), all, women)).toEqual({
      trash: false,
      filters: { regionID: '1', gender: 'female' },
    });
  });

  test('do not count as a filter by themselves', () => {
    expect(isFiltered(read('gender=female'), women)).toBe(false);
    expect(isFiltered(read('gender=female&q=tan'), women)).toBe(true);
    expect(isFiltered(read('gender=female'), all)).toBe(true);
  });
});

describe('the initial sort', () => {
  test('may be descending, and is then not written', () => {
    const latest = { ...shape, order: 'desc' as const };
    expect(readListState(new URLSearchParams(''), latest).order).toBe('desc');
    expect(
      writeListState(readListState(new URLSearchParams(''), latest), { order: 'asc' }, latest).toString(),
    ).toBe('order=asc');
  });
});
