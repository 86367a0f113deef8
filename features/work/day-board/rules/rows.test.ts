import { expect, test } from 'vitest';
import type { BoardCleaner, BoardMember, BoardVisit, DayBoard } from '../contract.ts';
import {
  clipped,
  crewAfter,
  filterRows,
  gapsOf,
  groupRows,
  minuteOn,
  regionOf,
  rowsOf,
  shownHours,
  stopAt,
  stopsOf,
  TRAY,
  withMoved,
} from './rows.ts';

const DAY = '2026-12-01';
const at = (time: string) => `${DAY}T${time}:00+08:00`;
const period = (start: string, end: string) => ({ startTime: at(start), endTime: at(end) });

const cleaner = (id: string, more: Partial<BoardCleaner> = {}) =>
  ({
    id,
    fullname: id,
    languages: ['English'],
    regions: [],
    hasLeft: false,
    shifts: [period('09:00', '18:00')],
    off: [],
    hoursBooked: 0,
    hoursAvailable: 9,
    ...more,
  }) as unknown as BoardCleaner;
const member = (id: string, more: Partial<BoardMember> = {}) =>
  ({ id, fullname: id, isMissing: false, travelMinutes: null, ...more }) as BoardMember;
const visit = (
  jobID: string,
  times: readonly [string, string],
  crew: readonly BoardMember[],
  numCleaners = 1,
) =>
  ({
    jobID,
    customer: { fullname: `Customer of ${jobID}`, mobile: '' },
    ...period(...times),
    crew,
    numCleaners,
  }) as unknown as BoardVisit;
const board = (visits: readonly BoardVisit[], cleaners: readonly BoardCleaner[]) =>
  ({ day: DAY, opening: period('08:00', '20:00'), visits, cleaners }) as unknown as DayBoard;
const HOURS = { start: 480, end: 1200 };

test.each([
  ['2026-12-01T09:30:00+08:00', 570],
  ['2026-11-30T23:00:00+08:00', 0],
  ['2026-12-02T00:00:00+08:00', 1440],
])('%s is at minute %i of its day', (wire, minute) => {
  expect(minuteOn(DAY, wire)).toBe(minute);
});

test('each position of a crew stands in the row of its cleaner, and empty or lost ones in the tray', () => {
  const crewed = visit('a', ['09:00', '12:00'], [member('siti'), member('mei', { isMissing: true })], 3);
  const rows = rowsOf(board([crewed], [cleaner('mei'), cleaner('siti')]));
  const keys = Object.fromEntries(rows.map(({ id, parts }) => [id, parts.map(({ key }) => key)]));
  expect(keys).toEqual({ [TRAY]: ['a:1', 'a:2'], mei: [], siti: ['a:0'] });
});

test('parts that overlap lie in different lanes', () => {
  const visits = [
    visit('a', ['09:00', '12:00'], []),
    visit('b', ['10:00', '11:00'], []),
    visit('c', ['12:00', '13:00'], []),
  ];
  const [tray] = rowsOf(board(visits, []));
  expect(tray?.lanes).toBe(2);
  expect(tray?.parts.map(({ key, lane }) => [key, lane])).toEqual([
    ['a:0', 0],
    ['b:0', 1],
    ['c:0', 0],
  ]);
});

test('who has left has a row only while a visit is theirs', () => {
  const left = cleaner('siti', { hasLeft: true });
  const missing = visit('a', ['09:00', '12:00'], [member('siti', { isMissing: true })]);
  expect(rowsOf(board([missing], [left])).map(({ id }) => id)).toEqual([TRAY]);
  const done = visit('a', ['09:00', '12:00'], [member('siti')]);
  expect(rowsOf(board([done], [left])).map(({ id }) => id)).toEqual([TRAY, 'siti']);
});

test('shows the opening hours and whole hours around visits', () => {
  expect(shownHours(board([], []))).toEqual(HOURS);
  expect(shownHours(board([visit('a', ['07:30', '10:00'], [])], []))).toEqual({ start: 420, end: 1200 });
  expect(shownHours(board([visit('a', ['18:00', '20:30'], [])], []))).toEqual({ start: 480, end: 1260 });
});

test.each([
  ['enough time', '12:45', { start: 720, end: 765, isShort: false }],
  ['too little', '12:30', { start: 720, end: 750, isShort: true }],
  ['none at all', '12:00', { start: 720, end: 720, isShort: true }],
])('a ride with %s before the next visit', (_, start, gap) => {
  const visits = [
    visit('a', ['09:00', '12:00'], [member('siti')]),
    visit('b', [start, '15:00'], [member('siti', { travelMinutes: 45 })]),
  ];
  const row = rowsOf(board(visits, [cleaner('siti')]))[1];
  expect(row && gapsOf(row)).toEqual([{ key: 'b:0', minutes: 45, ...gap }]);
});

test('the keyboard stops at visits, free time and time away, in order', () => {
  const off = [
    { kind: 'time-off', description: '', onlyJobType: null, ...period('15:00', '23:00') },
    { kind: 'block', description: '', onlyJobType: 'regular', ...period('13:00', '14:00') },
  ];
  const visits = [visit('a', ['10:00', '12:00'], [member('siti')])];
  const row = rowsOf(board(visits, [cleaner('siti', { off } as Partial<BoardCleaner>)]))[1];
  if (row === undefined) throw new Error('Expected a row');
  const stops = stopsOf(row, HOURS);
  expect(stops.map(({ kind, start, end }) => [kind, start, end])).toEqual([
    ['free', 540, 600],
    ['visit', 600, 720],
    ['free', 720, 900],
    ['away', 900, 1200],
  ]);
  expect(stopAt(stops, 610)?.kind).toBe('visit');
  expect(stopAt(stops, 480)?.kind).toBe('free');
  expect(stopAt(stops, 1300)?.kind).toBe('away');
});

test('an empty row has one stop', () => {
  const [tray] = rowsOf(board([], []));
  expect(tray && stopsOf(tray, HOURS)).toEqual([{ kind: 'away', key: 'tray@480', ...HOURS }]);
});

test('finds rows by region, name, language and customer, and sorts them', () => {
  const rows = rowsOf(
    board(
      [visit('a', ['09:00', '12:00'], [member('siti')])],
      [
        cleaner('mei', { regions: ['East'], languages: ['Mandarin'], hoursBooked: 2 }),
        cleaner('siti', { regions: ['West'], hoursBooked: 3 }),
        cleaner('tan'),
      ],
    ),
  );
  const found = (filter: object) =>
    filterRows(rows, { region: '', words: '', sort: 'name', freeFrom: null, ...filter }).map(({ id }) => id);
  expect(found({})).toEqual(['mei', 'siti', 'tan']);
  expect(found({ region: 'East' })).toEqual(['mei', 'tan']);
  expect(found({ words: 'manda' })).toEqual(['mei']);
  expect(found({ words: 'customer OF a' })).toEqual(['siti']);
  expect(found({ sort: 'start' })).toEqual(['siti', 'mei', 'tan']);
  expect(found({ sort: 'free' })).toEqual(['tan', 'mei', 'siti']);
  expect(found({ sort: 'region' })).toEqual(['mei', 'siti', 'tan']);
});

test('finds cleaners with an hour free from now on', () => {
  const off = { kind: 'time-off', description: '', onlyJobType: null, ...period('13:00', '17:30') };
  const rows = rowsOf(
    board(
      [visit('a', ['09:00', '13:00'], [member('siti')])],
      [cleaner('mei'), cleaner('siti', { off: [off] as never })],
    ),
  );
  const freeFrom = (minute: number) =>
    filterRows(rows, { region: '', words: '', sort: 'name', freeFrom: minute }).map(({ id }) => id);
  expect(freeFrom(0)).toEqual(['mei']);
  expect(freeFrom(17 * 60)).toEqual(['mei']);
  expect(freeFrom(17 * 60 + 1)).toEqual([]);
});

test('groups by the first of their regions; those who work everywhere come last', () => {
  const regions = { mei: [], siti: ['East', 'West'], tan: ['West'], wei: ['East'], yan: ['West'] };
  const rows = rowsOf(
    board(
      [],
      Object.entries(regions).map(([id, of]) => cleaner(id, { regions: of })),
    ),
  );
  const grouped = groupRows(rows.slice(1));
  expect(grouped.map((row) => [row.id, regionOf(row)])).toEqual([
    ['siti', 'East'],
    ['wei', 'East'],
    ['tan', 'West'],
    ['yan', 'West'],
    ['mei', 'Everywhere'],
  ]);
});

test('a moved part is in its new row at once, with the rest of its crew', () => {
  const crewed = visit('a', ['09:00', '12:00'], [member('siti'), member('mei')], 2);
  const before = board([crewed], [cleaner('mei'), cleaner('siti'), cleaner('tan')]);
  const part = rowsOf(before).find(({ id }) => id === 'mei')?.parts[0];
  if (part === undefined) throw new Error('Expected a part');
  const target = { part, rowID: 'tan', start: 840 };
  expect(crewAfter(target)).toEqual(['siti', 'tan']);
  const rows = rowsOf(withMoved(before, target));
  const places = rows.map(({ id, parts }) => [id, parts.map(({ start, end }) => [start, end])]);
  expect(Object.fromEntries(places)).toEqual({
    [TRAY]: [],
    mei: [],
    siti: [[840, 1020]],
    tan: [[840, 1020]],
  });
});

test('an empty position is filled behind the rest of the crew', () => {
  const before = board(
    [visit('a', ['09:00', '12:00'], [member('siti')], 2)],
    [cleaner('siti'), cleaner('tan')],
  );
  const part = rowsOf(before)[0]?.parts[0];
  if (part === undefined) throw new Error('Expected a part');
  expect(crewAfter({ part, rowID: 'tan' })).toEqual(['siti', 'tan']);
  expect(rowsOf(withMoved(before, { part, rowID: 'tan', start: 540 }))[2]?.parts).toHaveLength(1);
});

test('time off is shown as far as it is within the hours of the board, and each by its own key', () => {
  const off = [period('06:00', '08:00'), period('06:00', '08:00'), period('07:00', '09:30')].map((times) => ({
    kind: 'time-off',
    description: '',
    onlyJobType: null,
    ...times,
  }));
  const row = rowsOf(board([], [cleaner('siti', { off } as Partial<BoardCleaner>)]))[1];
  expect(new Set(row?.off.map(({ key }) => key)).size).toBe(3);
  expect(clipped(row?.off ?? [], { start: 540, end: 1080 })).toMatchObject([{ start: 540, end: 570 }]);
});
