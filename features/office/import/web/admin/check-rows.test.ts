import { describe, expect, it, test } from 'vitest';
import { presetMapping } from '../../rules/sources.ts';
import { checkRows } from './check-rows.ts';
import { correctionsOf, templateOf } from './chosen-file.ts';
import { type FileTable, readFile, readTable } from './read-file.ts';

function tableOf(text: string): FileTable {
  const table = readTable(text);
  if ('problem' in table) throw new Error(table.problem);
  return table;
}

function check(text: string, kind: 'customers' | 'cleaners' = 'customers') {
  const { headers, rows } = tableOf(text);
  return checkRows(kind, presetMapping(kind, 'kemas', headers), rows);
}

describe('a file', () => {
  it.each([
    ['commas', 'Name,Note\nMei,"Lor 2, #05-21"', 'Lor 2, #05-21'],
    ['semicolons', 'Name;Note\nMei;a, b', 'a, b'],
    ['a byte order mark and CRLF', '\ufeffName,Note\r\nMei,x\r\n', 'x'],
    ['quotation marks', 'Name,Note\nMei,"says ""hi"""', 'says "hi"'],
    ['a line break in a cell', 'Name,Note\nMei,"a\nb"', 'a\nb'],
    ['中文', 'Name,Note\nMei,大巴窑', '大巴窑'],
  ])('with %s is read', (_, text, note) => {
    expect(tableOf(text).rows).toEqual([{ row: 2, cells: { Name: 'Mei', Note: note } }]);
  });

  it('keeps the row numbers of the spreadsheet across empty rows', () => {
    expect(tableOf('Name\nMei\n\n,\nWei').rows.map(({ row }) => row)).toEqual([2, 5]);
  });

  it.each([
    ['', 'This file is empty. The first row must have the names of the columns.'],
    ['Name,Mobile', 'This file has no rows below its headers.'],
    ['Name,Name\nMei,Wei', 'Two columns are called “Name”. Rename one.'],
    ['Name,Mobile\nMei,1,2', 'Row 2 has more cells than there are headers.'],
    ['Name,Mobile\n"Mei,1', 'Row 2 has a quotation mark that is not closed.'],
  ])('that is wrong (%j) is refused', (text, problem) => {
    expect(readTable(text)).toEqual({ problem });
  });

  it('in Windows-1252 is read', async () => {
    const bytes = [...'Name,Note\nRen'].map((letter) => letter.charCodeAt(0));
    const latin = new File([new Uint8Array([...bytes, 0xe9, 0x2c, 0x80, 0x35])], 'latin.csv');
    expect(await readFile(latin)).toMatchObject({ rows: [{ cells: { Name: 'René', Note: '€5' } }] });
  });

  it('in another encoding is refused', async () => {
    // 陈美玲 in GBK.
    const gbk = new File([new Uint8Array([78, 10, 0xb3, 0xc2, 0xc3, 0xc0, 0xc1, 0xe1])], 'gbk.csv');
    expect(await readFile(gbk)).toMatchObject({ problem: expect.stringContaining('UTF-8') });
    const wide = new File([new Uint8Array([0x4e, 0, 0x61, 0])], 'wide.csv');
    expect(await readFile(wide)).toMatchObject({ problem: expect.stringContaining('UTF-8') });
  });
});

const HEAD = 'First name,Mobile,E-mail,Address,Postal code';

describe('the dry run', () => {
  it('reads a new customer with a home, in the words of the form', async () => {
    const [row] = await check(`${HEAD}\n秀华,+65 9123 4567,Hua@Example.com,Blk 145 Lor 2,310145`);
    expect(row).toMatchObject({
      row: 2,
      name: '秀华',
      outcome: 'new',
      person: {
        person: { firstname: '秀华', lastname: '', mobile: '6591234567', email: 'hua@example.com' },
        homes: [{ addressLine1: 'Blk 145 Lor 2', postal: '310145', country: 'Singapore' }],
      },
    });
  });

  it.each([
    ['Mei,12345678,m@b.sg,,', 'Mobile', 'Use a Singapore mobile number: 8 digits starting with 8 or 9.'],
    ['Mei,6.59E+09,m@b.sg,,', 'Mobile', 'Use a Singapore mobile number: 8 digits starting with 8 or 9.'],
    ['Mei,91234567,nobody,,', 'E-mail', 'Use an e-mail address like name@example.com.'],
    ['Mei,91234567,,,', 'E-mail', 'Fill this in.'],
    [',91234567,m@b.sg,,', 'First name', 'Fill this in.'],
    ['123,91234567,m@b.sg,,', 'First name', 'Use at least one letter.'],
    ['Mei,9591273.0,m@b.sg,,', 'Mobile', 'Use a Singapore mobile number: 8 digits starting with 8 or 9.'],
    ['#N/A,91234567,m@b.sg,,', 'First name', 'Fill this in.'],
    ['=1+1,91234567,m@b.sg,,', 'First name', 'This cell has a formula. Enter its value.'],
  ])('refuses %j at %s', async (line, field, message) => {
    expect(await check(`${HEAD}\n${line}`)).toMatchObject([
      { outcome: 'wrong', person: null, errors: [{ field, message }] },
    ]);
  });

  it('takes further rows of one person as further homes', async () => {
    const rows = await check(
      `${HEAD}\nMei,91234567,m@b.sg,Blk 1,310145\nMei,91234567,m@b.sg,Blk 2,310146\nWei,81234567,w@b.sg,,`,
    );
    expect(rows.map(({ outcome }) => outcome)).toEqual(['new', 'home', 'new']);
    expect(rows[0]?.person?.homes).toHaveLength(2);
    expect(rows[1]).toMatchObject({ notes: ['Another home of row 2.'], person: null });
  });

  it('takes a home that comes twice once', async () => {
    const rows = await check(
      `${HEAD}\nMei,91234567,m@b.sg,Blk 1 Lor 2,310145\nMei,91234567,m@b.sg,BLK 1  LOR 2,310145.0`,
    );
    expect(rows[0]?.person?.homes).toHaveLength(1);
    expect(rows[1]).toMatchObject({ outcome: 'home', notes: ['The same home as in row 2.'] });
  });

  it.each([
    ['the same person again', 'Mei,91234567,m@b.sg,,', 'Mobile'],
    ['someone with the number', 'Wei,91234567,w@b.sg,Blk 2,310146', 'Mobile'],
    ['someone with the address', 'Wei,81234567,M@b.sg,Blk 2,310146', 'E-mail'],
  ])('refuses %s', async (_, line, field) => {
    const rows = await check(`${HEAD}\nMei,91234567,m@b.sg,Blk 1,310145\n${line}`);
    expect(rows[1]).toMatchObject({
      outcome: 'wrong',
      errors: [{ field, message: 'Row 2 has the same.' }],
    });
  });

  it('checks the hours of cleaners', async () => {
    const head = 'First name,Mobile,Gender,Monday';
    const rows = await check(
      `${head}\nAminah,81234567,F,09:00-13:00\nSiti,81234568,x,9am\nRosa,81234569,,"13:00-14:00,09:00-10:00"`,
      'cleaners',
    );
    expect(rows.map(({ errors }) => errors.map(({ field }) => field))).toEqual([
      [],
      ['Monday', 'Gender'],
      [],
    ]);
  });
});

test.each(['customers', 'cleaners'] as const)('the template of %s can be imported', async (kind) => {
  expect(await check(templateOf(kind), kind)).toMatchObject([{ outcome: 'new', errors: [], notes: [] }]);
});

test('rows to correct can be downloaded, corrected and chosen again', async () => {
  const { headers, rows } = tableOf(`${HEAD}\nMei,123,m@b.sg,Blk 1,018956`);
  const checked = await checkRows('customers', presetMapping('customers', 'kemas', headers), rows);
  const file = correctionsOf(headers, checked);
  expect(file).toContain('2,Mobile: Use a Singapore mobile number');
  const again = await check(file.replace(',123,', ',91234567,'));
  expect(again).toMatchObject([{ outcome: 'new', person: { homes: [{ postal: '018956' }] } }]);
});
