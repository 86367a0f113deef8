import { expect, it } from 'vitest';
import { columnsOf, columnsUnder } from './columns.ts';

const columns = columnsOf('firstname', 'profilePhoto', 'addressLine1');

it('maps field names to column names', () => {
  expect(columns.select).toEqual(['firstname as firstname', 'profilePhoto', 'addressLine1']);
});

it('writes only the given fields, and only known ones', () => {
  expect(columns.toRow({ profilePhoto: '', firstname: undefined, regionIDs: [] } as never)).toEqual({
    profilePhoto: '',
  });
});

it('maps rows back to fields', () => {
  const row = { firstname: 'Siti', profilePhoto: 'p', addressLine1: 'Blk 1', trashedAt: null };
  expect(columns.toWire(row)).toEqual({ firstname: 'Siti', profilePhoto: 'p', addressLine1: 'Blk 1' });
});

it('prefixes the columns of grouped fields, unless the name already starts with the prefix', () => {
  const home = columnsUnder('address', 'addressLine1', 'postal', 'areaID');
  const fields = { addressLine1: 'Blk 1', postal: '310145', areaID: null };
  const row = { addressLine1: 'Blk 1', addressPostal: '310145', addressAreaID: null };
  expect(home.toRow(fields)).toEqual(row);
  expect(home.toWire(row)).toEqual(fields);
  expect(home.toWireBehind('job_')(row)).toEqual({
    job_addressLine1: 'Blk 1',
    job_postal: '310145',
    job_areaID: null,
  });
});
