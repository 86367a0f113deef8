import { expect, it } from 'vitest';
import { columnsOf } from './columns.ts';

const columns = columnsOf('firstname', 'profilePhoto', 'addressLine1');

it('names the columns of fields', () => {
  expect(columns.select).toEqual([
    'firstname as firstname',
    'profile_photo as profilePhoto',
    'address_line1 as addressLine1',
  ]);
});

it('writes only the fields that were given, and only those it knows', () => {
  expect(columns.toRow({ profilePhoto: '', firstname: undefined, regionIDs: [] } as never)).toEqual({
    profile_photo: '',
  });
});

it('reads rows back', () => {
  const row = { firstname: 'Siti', profile_photo: 'p', address_line1: 'Blk 1', trashed_at: null };
  expect(columns.toWire(row)).toEqual({ firstname: 'Siti', profilePhoto: 'p', addressLine1: 'Blk 1' });
});
