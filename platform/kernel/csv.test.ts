import { expect, it } from 'vitest';
import { csvCell } from './csv.ts';

it.each([
  '=1+1',
  '+65',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  ' =1',
  '\u3000＝1',
  '"=1',
])('%j is escaped so that it is not a formula', (text) => {
  expect(csvCell(text).replace(/^"/, '')[0]).toBe("'");
});

it.each(['Lim Siew Hua', '10 = 10', 'a@b.example', '陈＝', "O'Brien", '"Blue" house'])(
  '%j is unchanged',
  (text) => {
    expect(
      csvCell(text)
        .replaceAll('""', '"')
        .replace(/^"(?=")|"$/g, ''),
    ).not.toMatch(/^'/);
    expect(csvCell(text)).toContain(text.replaceAll('"', '""'));
  },
);

it('digits with a leading 0 keep it in a spreadsheet', () => {
  expect(csvCell('018956')).toBe('"=""018956"""');
  expect(csvCell('310145')).toBe('310145');
  expect(csvCell(0)).toBe('0');
});

it('a negative number stays a number', () => {
  expect(csvCell(-5)).toBe('-5');
});
