import { describe, expect, test } from 'vitest';
import { listQueryOf, readListState, writeListState } from './list-state.ts';

const shape = { filters: ['gender', 'regionID'], columns: ['name', 'mobile'], sortby: 'firstname' };
const read = (search: string) => readListState(new URLSearchParams(search), shape);
const write = (search: string, change: Parameters<typeof writeListState>[1]) =>
  decodeURIComponent(writeListState(read(search), change, shape).toString());

describe('the state of a list', () => {
  test('is as usual where the address says nothing', () => {
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

  test('comes from the address, and nonsense there is as usual', () => {
    expect(read('q=tan&gender=female&page=3&size=100&order=desc&trash=1&columns=name')).toMatchObject({
      q: 'tan',
      filters: { gender: 'female' },
      page: 3,
      size: 100,
      order: 'desc',
      trash: true,
      columns: ['name'],
    });
    expect(read('page=-1&size=7&order=up&gender=')).toMatchObject({ page: 1, size: 25, order: 'asc', filters: {} });
  });

  test('writes only what is not as usual', () => {
    expect(write('', { q: 'tan' })).toBe('q=tan');
    expect(write('q=tan', { q: '' })).toBe('');
    expect(write('q=tan', { page: 2 })).toBe('q=tan&page=2');
    expect(write('', { columns: ['name'] })).toBe('columns=name');
  });

  test('begins at the first page when anything but the page or the columns changes', () => {
    expect(write('page=4', { filters: { gender: 'male' } })).toBe('gender=male');
    expect(write('page=4', { order: 'desc' })).toBe('order=desc');
    expect(write('page=4', { columns: ['name'] })).toBe('page=4&columns=name');
  });

  test('becomes the query of the call', () => {
    expect(listQueryOf(read('q=tan&gender=female&page=3'))).toEqual({
      q: 'tan',
      gender: 'female',
      trash: '0',
      from: 50,
      size: 25,
      sortby: 'firstname',
      order: 'asc',
    });
  });
});
