import { expect, it } from 'vitest';
import { columnsOf, columnsUnder } from './columns.ts';

const columns = columnsOf('firstname', 'profilePhoto', 'addressLine1');

it('maps field names to column names', () => {
  expect(columns.select).toEqual([
    'firstname as firstname',
    'profile_photo as profilePhoto',
    'address_line1 as addressLine1',
  ]);
});

it('writes only the given fields, and only known ones', () => {
  expect(columns.toRow({ profilePhoto: '', firstname: undefined, regionIDs: [] } as never)).toEqual({
    profile_photo: '',
  });
});

it('maps rows back to fields', () => {
  const row = { firstname: 'Siti', profile_photo: 'p', address_line1: 'Blk 1', trashed_at: null };
  expect(columns.toWire(row)).toEqual({ firstname: 'Siti', profilePhoto: 'p', addressLine1: 'Blk 1' });
});

it('prefixes the columns of grouped fields, unless the name already starts with the prefix', () => {
  const home = columnsUnder('address', 'addressLine1', 'postal', 'areaID');
  const fields = { addressLine1: 'Blk 1', postal: '310145', areaID: null };
  const row = { address_line1: 'Blk 1', address_postal: '310145', address_area_id: null };
  expect(home.toRow(fields)).toEqual(row);
  expect(home.toWire(row)).toEqual(fields);
  expect(home.toWireBehind('job_')(row)).toEqual({
    job_addressLine1: 'Blk 1',
    job_postal: '310145',
    job_areaID: null,
  });
});
