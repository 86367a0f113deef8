import { useEffect, useMemo, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/** What a list can be asked for; the rest of its state follows from the address. */
export interface ListShape {
  /** Names of the filters, as the call's query has them. */
  readonly filters: readonly string[];
  /** Column keys that are shown until somebody chooses others. */
  readonly columns: readonly string[];
  readonly sortby: string;
  /** Of the first sort; `asc` unless said. */
  readonly order?: 'asc' | 'desc';
  /** Rows a page until somebody chooses; 25 unless said. */
  readonly size?: number;
  /** The values that a filter can have; any unless said. An id is always one. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /** The filters that are days. */
  readonly days?: readonly string[];
  /** The sorts there are; any unless said. */
  readonly sorts?: readonly string[];
  /** The filters when the URL has no parameters; none unless said. */
  readonly opensWith?: Readonly<Record<string, string>>;
}

/** A tab over the list: some of its filters set, or the trash. */
export interface ListView {
  readonly label: string;
  readonly filters?: Readonly<Record<string, string>>;
  readonly trash?: true;
  /** What it means that nothing is under this tab, in a sentence; else that there is nothing yet. */
  readonly empty?: string;
}

/** A list as its address says: shareable, and Back works. */
export interface ListState {
  readonly q: string;
  /** From 1. */
  readonly page: number;
  readonly size: number;
  readonly sortby: string;
  readonly order: 'asc' | 'desc';
  readonly trash: boolean;
  readonly filters: Readonly<Record<string, string>>;
  readonly columns: readonly string[];
}

export const PAGE_SIZES = [25, 50, 100, 250];
const DEFAULT_SIZE = 25;
/** The longest search and the last row that the API takes. */
const LONGEST_SEARCH = 100;
const LAST_PAGE = 1_000_000;
/** Written into the address beside the filters' own names. */
const OWN = ['q', 'page', 'size', 'sortby', 'order', 'trash', 'columns'];

export function readListState(params: URLSearchParams, shape: ListShape): ListState {
  const page = Number(params.get('page'));
  const size = Number(params.get('size'));
  const named = shape.filters.flatMap((name) => {
    const value = params.get(name);
    return value === null || !isValue(name, value, shape) ? [] : [[name, value] as const];
  });
  return {
    q: (params.get('q') ?? '').slice(0, LONGEST_SEARCH),
    page: Number.isInteger(page) && page > 0 && page <= LAST_PAGE ? page : 1,
    size: PAGE_SIZES.includes(size) ? size : (shape.size ?? DEFAULT_SIZE),
    sortby: sortOf(params.get('sortby'), shape),
    order: orderOf(params.get('order'), shape),
    trash: params.get('trash') === '1',
    filters: Object.fromEntries(named),
    columns: params.get('columns')?.split(',') ?? shape.columns,
  };
}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Links outlive the values of filters: those that no longer mean anything are ignored. */
function isValue(name: string, value: string, { choices, days }: ListShape): boolean {
  if (value === '') return false;
  if (days?.includes(name)) return isDay(value);
  return choices?.[name]?.includes(value) !== false || ID.test(value);
}

/** `2026-02-28`, but not `2026-02-30`. */
export function isDay(value: string): boolean {
  const ms = /^20\d\d-\d\d-\d\d$/.test(value) ? Date.parse(`${value}T00:00Z`) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value);
}

function sortOf(written: string | null, { sortby, sorts }: ListShape): string {
  return written === null || sorts?.includes(written) === false ? sortby : written;
}

function orderOf(written: string | null, shape: ListShape): 'asc' | 'desc' {
  return written === 'asc' || written === 'desc' ? written : (shape.order ?? 'asc');
}

export type ListChange = Partial<Omit<ListState, 'filters'>> & {
  readonly filters?: Readonly<Record<string, string>>;
};

/** The address after a change. What is as usual stays out of it; anything but paging begins at the first page. */
export function writeListState(before: ListState, change: ListChange, shape: ListShape): URLSearchParams {
  const startsOver = Object.keys(change).some((name) => name !== 'page' && name !== 'columns');
  const state = { ...before, ...(startsOver ? { page: 1 } : {}), ...change };
  const usual: Record<string, string> = {
    q: '',
    page: '1',
    size: String(shape.size ?? DEFAULT_SIZE),
    sortby: shape.sortby,
    order: shape.order ?? 'asc',
    trash: '0',
    columns: shape.columns.join(','),
  };
  const written: Record<string, string> = {
    ...state.filters,
    q: state.q,
    page: String(state.page),
    size: String(state.size),
    sortby: state.sortby,
    order: state.order,
    trash: state.trash ? '1' : '0',
    columns: state.columns.join(','),
  };
  return new URLSearchParams(
    Object.entries(written).filter(([name, value]) => value !== (usual[name] ?? '')),
  );
}

/** The state as the list call's query. */
export function listQueryOf(state: ListState) {
  return {
    ...state.filters,
    ...(state.q === '' ? {} : { q: state.q }),
    trash: state.trash ? '1' : '0',
    from: (state.page - 1) * state.size,
    size: state.size,
    sortby: state.sortby,
    order: state.order,
  };
}

/** The tab that the list stands on: of those whose filters are all set, the one with the most. */
export function viewOf(state: ListState, views: readonly ListView[]): ListView | undefined {
  const size = (view: ListView) => Object.keys(view.filters ?? {}).length;
  const on = views.filter(
    ({ filters = {}, trash = false }) =>
      trash === state.trash &&
      Object.entries(filters).every(([name, value]) => state.filters[name] === value),
  );
  return on.sort((a, b) => size(b) - size(a))[0];
}

/** The change that leads to another tab: what the tab before had set goes, what the person set stays. */
export function toView(state: ListState, before: ListView | undefined, view: ListView): ListChange {
  const kept = Object.entries(state.filters).filter(([name]) => !Object.hasOwn(before?.filters ?? {}, name));
  return { trash: view.trash ?? false, filters: { ...Object.fromEntries(kept), ...view.filters } };
}

/** Whether more is asked than the tab asks by itself. */
export function isFiltered(state: ListState, view?: ListView): boolean {
  const own = view?.filters ?? {};
  return state.q !== '' || Object.keys(state.filters).some((name) => !Object.hasOwn(own, name));
}

/** The tab as it is by itself. */
export function unfiltered(view: ListView | undefined): ListChange {
  return { q: '', filters: view?.filters ?? {} };
}

/** Goes with an address that the list's own controls made, in the browser's history. */
const CHANGED = { listChanged: true };

/** True for the state of a location that the list's own controls led to; false for an arrival from elsewhere. */
function isListChange(locationState: unknown): boolean {
  return typeof locationState === 'object' && locationState !== null && 'listChanged' in locationState;
}

/** What the list is asked for: as the address says, or as it opens. */
export function useListParams(opensWith: ListShape['opensWith']) {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  // Clearing the filters does not count as opening the list.
  const isArrival = params.size === 0 && !isListChange(state);
  const current = useMemo(
    () => (isArrival ? new URLSearchParams(opensWith) : params),
    [isArrival, opensWith, params],
  );
  return [current, setParams] as const;
}

/** A change, or a function of the latest state. */
export type ListUpdate = ListChange | ((now: ListState) => ListChange);

/** Reads the list's state from the address, and writes it there. */
export function useListState(shape: ListShape) {
  const [params, setParams] = useListParams(shape.opensWith);
  const state = useMemo(() => readListState(params, shape), [params, shape]);
  // A second change may come before the first one is rendered.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const change = (update: ListUpdate, options: { readonly replace?: boolean } = {}) => {
    const before = readListState(latest.current, shape);
    const next = writeListState(before, typeof update === 'function' ? update(before) : update, shape);
    // Names of other makers in the address stay where they are.
    for (const [name, value] of latest.current) {
      if (!OWN.includes(name) && !shape.filters.includes(name)) next.append(name, value);
    }
    latest.current = next;
    setParams(next, { preventScrollReset: true, state: CHANGED, ...options });
  };
  return { state, change };
}
