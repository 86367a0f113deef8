import type { BoardCleaner, BoardMember, BoardVisit, DayBoard } from '../contract.ts';
import { type Span, without } from './load.ts';

export const MINUTES_A_DAY = 24 * 60;

/** Minutes since midnight of a business day at which a wire time is, 0 if before and 1440 if after that day. */
export function minuteOn(day: string, wire: string): number {
  const date = wire.slice(0, 10);
  if (date !== day) return date < day ? 0 : MINUTES_A_DAY;
  return Number(wire.slice(11, 13)) * 60 + Number(wire.slice(14, 16));
}

/** One position of a visit’s crew: what is moved from one row to another. */
export interface Part extends Span {
  readonly key: string;
  readonly visit: BoardVisit;
  /** In the crew, from 0. */
  readonly position: number;
  /** Null if the position is empty. */
  readonly member: BoardMember | null;
  /** From 0; parts that overlap have different ones. */
  readonly lane: number;
  /** A proposal would take it from this row. */
  readonly isLeaving?: boolean;
}

/** Where a proposal would put a part of a visit. */
export interface Ghost extends Span {
  readonly key: string;
  /** Where it is now. */
  readonly part: Part;
  readonly isLeftOut: boolean;
  /** What it brings, in a sentence; may be empty. */
  readonly gain: string;
}

export interface Off extends Span {
  readonly key: string;
  readonly kind: BoardCleaner['off'][number]['kind'];
  readonly description: string;
  readonly onlyJobType: BoardCleaner['off'][number]['onlyJobType'];
}

/** The contents of one row of the board. */
export interface Row {
  /** The cleaner’s id, or `TRAY`. */
  readonly id: string;
  /** Null for the tray. */
  readonly cleaner: BoardCleaner | null;
  readonly parts: readonly Part[];
  readonly lanes: number;
  readonly shifts: readonly Span[];
  readonly off: readonly Off[];
  readonly ghosts: readonly Ghost[];
}

const NO_GHOSTS: readonly Ghost[] = [];

/** The row of visits without crew. */
export const TRAY = 'tray';

/** The rows of a board, the tray first. */
export function rowsOf({ day, cleaners, visits }: DayBoard): Row[] {
  const parts = visits.flatMap((visit) => partsOf(day, visit));
  const own = Map.groupBy(parts, rowOf);
  const span = ({ startTime, endTime }: { startTime: string; endTime: string }) => ({
    start: minuteOn(day, startTime),
    end: minuteOn(day, endTime),
  });
  const tray: Row = {
    id: TRAY,
    cleaner: null,
    shifts: [],
    off: [],
    ghosts: NO_GHOSTS,
    ...inLanes(own.get(TRAY) ?? []),
  };
  const rows = cleaners
    // Visits of a cleaner who has left are all in the tray.
    .filter(({ id, hasLeft }) => !hasLeft || own.has(id))
    .map(
      (cleaner): Row => ({
        id: cleaner.id,
        cleaner,
        shifts: cleaner.shifts.map(span),
        off: cleaner.off.map(({ kind, description, onlyJobType, ...times }, index) => ({
          key: `off:${index}`,
          kind,
          description,
          onlyJobType,
          ...span(times),
        })),
        ghosts: NO_GHOSTS,
        ...inLanes(own.get(cleaner.id) ?? []),
      }),
    );
  return [tray, ...rows];
}

type Unlaid = Omit<Part, 'lane' | 'isLeaving'>;

function partsOf(day: string, visit: BoardVisit): Unlaid[] {
  const [start, end] = [minuteOn(day, visit.startTime), minuteOn(day, visit.endTime)];
  const positions = Math.max(visit.numCleaners, visit.crew.length);
  return Array.from({ length: positions }, (_, position) => ({
    key: `${visit.jobID}:${position}`,
    visit,
    position,
    member: visit.crew[position] ?? null,
    start,
    end,
  }));
}

function rowOf({ member }: Unlaid): string {
  return member === null || member.isMissing ? TRAY : member.id;
}

/** Each part in the first lane that is free at its start. */
export function inLanes(parts: readonly Unlaid[]): { readonly parts: Part[]; readonly lanes: number } {
  const ends: number[] = [];
  const laid = parts
    .toSorted((a, b) => a.start - b.start || a.end - b.end || a.key.localeCompare(b.key))
    .map((part) => {
      const free = ends.findIndex((end) => end <= part.start);
      const lane = free === -1 ? ends.length : free;
      ends[lane] = part.end;
      return { ...part, lane };
    });
  return { parts: laid, lanes: Math.max(ends.length, 1) };
}

/** The hours that the board shows: the opening hours, and whole hours around all visits. */
export function shownHours({ day, opening, visits }: DayBoard): Span {
  const starts = [opening, ...visits].map(({ startTime }) => minuteOn(day, startTime));
  const ends = [opening, ...visits].map(({ endTime }) => minuteOn(day, endTime));
  return {
    start: Math.floor(Math.min(...starts) / 60) * 60,
    end: Math.ceil(Math.max(...ends) / 60) * 60,
  };
}

/** The ride to a visit from the one before it, in the time between them. */
export interface Gap extends Span {
  readonly key: string;
  /** Minutes needed, and whether there are fewer. */
  readonly minutes: number;
  readonly isShort: boolean;
}

/** The rides of a row, in order. */
export function gapsOf({ cleaner, parts }: Row): Gap[] {
  if (cleaner === null) return [];
  return parts.flatMap((part, index) => {
    const [before, minutes] = [parts[index - 1], part.member?.travelMinutes ?? 0];
    if (before === undefined || minutes === 0) return [];
    const isShort = part.start - before.end < minutes;
    const end = Math.max(Math.min(before.end + minutes, part.start), before.end);
    return [{ key: part.key, start: before.end, end, minutes, isShort }];
  });
}

/** Where the keyboard stops: a visit, a ghost, free time in working hours, or time away. */
export type Stop = Span & { readonly key: string } & (
    | { readonly kind: 'visit'; readonly part: Part }
    | { readonly kind: 'ghost'; readonly part?: undefined; readonly ghost: Ghost }
    | { readonly kind: 'free' | 'away'; readonly part?: undefined }
  );

/** Shorter times are not worth a stop, in minutes. */
const SHORTEST_FREE = 30;

/** The stops of a row by start; at least one. */
export function stopsOf(row: Row, hours: Span): Stop[] {
  const { id, parts, ghosts } = row;
  const visits = parts.map((part): Stop => ({ ...span(part), kind: 'visit', key: part.key, part }));
  const proposed = ghosts.map((ghost): Stop => ({ ...span(ghost), kind: 'ghost', key: ghost.key, ghost }));
  const away = offFromAll(row);
  const stop = (kind: 'free' | 'away', { start, end }: Span): Stop => ({
    kind,
    start,
    end,
    key: `${id}@${start}`,
  });
  const free = clipped(without(freeOf(row), ghosts), hours)
    .filter(({ start, end }) => end - start >= SHORTEST_FREE)
    .map((each) => stop('free', each));
  const isAway = clipped(without(away, [...parts, ...ghosts]), hours).map((each) => stop('away', each));
  const stops = [...visits, ...proposed, ...free, ...isAway].sort(
    (a, b) => a.start - b.start || a.end - b.end,
  );
  return stops.length > 0 ? stops : [stop('away', hours)];
}

/** Working hours without visits and time off. */
function freeOf(row: Row): Span[] {
  return without(row.shifts, [...offFromAll(row), ...row.parts]);
}

function offFromAll({ off }: Row): Off[] {
  return off.filter(({ onlyJobType }) => onlyJobType === null);
}

function span({ start, end }: Span): Span {
  return { start, end };
}

/** The parts of spans that are within the hours shown. */
export function clipped<S extends Span>(spans: readonly S[], hours: Span): S[] {
  return spans
    .map((each) => ({
      ...each,
      start: Math.max(each.start, hours.start),
      end: Math.min(each.end, hours.end),
    }))
    .filter(({ start, end }) => start < end);
}

/** The stop at a minute, or the nearest one. */
export function stopAt(stops: readonly Stop[], minute: number): Stop | undefined {
  const distance = ({ start, end }: Span) =>
    start <= minute && minute < end ? 0 : Math.min(Math.abs(start - minute), Math.abs(end - minute)) + 1;
  return stops.toSorted((a, b) => distance(a) - distance(b))[0];
}

/** Rows by name, by region, by first visit, or those with most free hours first. */
export const SORTS = ['name', 'region', 'start', 'free'] as const;
export type Sort = (typeof SORTS)[number];

export interface RowFilter {
  readonly region: string;
  /** Part of a name or language. */
  readonly words: string;
  readonly sort: Sort;
  /** Only cleaners with at least an hour of free time from this minute on; null for all. */
  readonly freeFrom: number | null;
}

/** Less free time is not worth a booking, in minutes. */
const SHORTEST_VISIT = 60;

/** The cleaners’ rows that a filter leaves, in its order. */
export function filterRows(rows: readonly Row[], { region, words, sort, freeFrom }: RowFilter): Row[] {
  const wanted = words.trim().toLowerCase();
  const found = rows.filter((row) => {
    const { cleaner, parts } = row;
    if (cleaner === null) return false;
    const { regions, fullname, languages } = cleaner;
    if (region !== '' && regions.length > 0 && !regions.includes(region)) return false;
    if (freeFrom !== null && !isFreeFrom(row, freeFrom)) return false;
    const texts = [fullname, ...languages, ...parts.map(({ visit }) => visit.customer.fullname)];
    return texts.some((text) => text.toLowerCase().includes(wanted));
  });
  return sortRows(found, sort);
}

function isFreeFrom(row: Row, minute: number): boolean {
  return freeOf(row).some(({ start, end }) => end - Math.max(start, minute) >= SHORTEST_VISIT);
}

function sortRows(rows: readonly Row[], sort: Sort): Row[] {
  const freeHours = ({ cleaner }: Row) => (cleaner?.hoursAvailable ?? 0) - (cleaner?.hoursBooked ?? 0);
  const first = ({ parts }: Row) => parts[0]?.start ?? MINUTES_A_DAY;
  if (sort === 'free') return rows.toSorted((a, b) => freeHours(b) - freeHours(a));
  if (sort === 'start') return rows.toSorted((a, b) => first(a) - first(b));
  return sort === 'region' ? groupRows(rows) : [...rows];
}

/** The heading of a cleaner when rows are grouped: the first of their regions. */
export function regionOf({ cleaner }: Row): string {
  return cleaner?.regions[0] ?? EVERYWHERE;
}

const EVERYWHERE = 'Everywhere';

/** Those who work everywhere come last. */
function byRegion(a: Row, b: Row): number {
  const [one, other] = [regionOf(a), regionOf(b)];
  if (one === other) return 0;
  if (one === EVERYWHERE || other === EVERYWHERE) return one === EVERYWHERE ? 1 : -1;
  return one.localeCompare(other);
}

/** Rows by region, those of a region in the order that they have. */
export function groupRows(rows: readonly Row[]): Row[] {
  return rows.toSorted(byRegion);
}

/** Where a part of a visit goes: the row of a cleaner, and a start in minutes of the day. */
export interface Target {
  readonly part: Part;
  readonly rowID: string;
  readonly start: number;
}

/** The board with one part of a visit moved, as it looks until the server has answered. */
export function withMoved(board: DayBoard, { part, rowID, start }: Target): DayBoard {
  const { jobID } = part.visit;
  const cleaner = board.cleaners.find(({ id }) => id === rowID);
  if (cleaner === undefined) return board;
  const joins = { ...NEW_MEMBER, id: cleaner.id, fullname: cleaner.fullname };
  const move = (visit: BoardVisit): BoardVisit => ({
    ...visit,
    startTime: wireAt(visit.startTime, start),
    endTime: wireAt(visit.endTime, start + part.end - part.start),
    crew:
      part.member === null
        ? [...visit.crew, joins]
        : visit.crew.map((member, index) =>
            index === part.position && member.id !== rowID ? joins : member,
          ),
  });
  return { ...board, visits: board.visits.map((visit) => (visit.jobID === jobID ? move(visit) : visit)) };
}

const NEW_MEMBER = { startedAt: null, finishedAt: null, isMissing: false, travelMinutes: null };

/** The wire time at a minute of the same day. */
function wireAt(wire: string, minute: number): string {
  return `${wire.slice(0, 11)}${clockOf(minute)}${wire.slice(16)}`;
}

/** `09:30` */
export function clockOf(minute: number): string {
  const two = (count: number) => String(count).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** The crew’s ids once the part is in its new row, in order of position. */
export function crewAfter({ part, rowID }: Pick<Target, 'part' | 'rowID'>): string[] {
  const ids = part.visit.crew.map(({ id }) => id);
  if (part.member === null) return [...ids, rowID];
  return ids.map((id, index) => (index === part.position ? rowID : id));
}
