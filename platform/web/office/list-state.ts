import { useEffect, useMemo, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/** The options of a list; the rest of its state comes from the address. */
export interface ListShape {
  /** Names of the filters in the route's query. */
  readonly filters: readonly string[];
  /** The keys of the columns shown by default: those last chosen in this browser. */
  readonly columns: readonly string[];
  /** The keys of all columns; default any. */
  readonly keys?: readonly string[];
  readonly sortby: string;
  /** Of the initial sort; default `asc`. */
  readonly order?: 'asc' | 'desc';
  /** Initial page size; default 25. */
  readonly size?: number;
  /** Allowed values of a filter; default any. An id is always allowed. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /** The filters that are days. */
  readonly days?: readonly string[];
  /** Whether the route takes a filter's value; default any. */
  readonly takes?: (name: string, value: string) => boolean;
  /** Allowed sort keys; default any. */
  readonly sorts?: readonly string[];
  /** The filters when the URL has no parameters; default none. */
  readonly opensWith?: Readonly<Record<string, string>>;
}

/** A tab above the list: some of its filters set, or the trash. */
export interface ListView {
  readonly label: string;
  readonly filters?: Readonly<Record<string, string>>;
  readonly trash?: true;
  /** The sentence if this tab is empty; defaults to a generic one. */
  readonly empty?: string;
}

/** A list's state in the address, so that it can be shared and Back works. */
export interface ListState {
  readonly q: string;
  /** Starts at 1. */
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
/** The API's limits of search length and row offset. */
const LONGEST_SEARCH = 100;
const LAST_PAGE = 1_000_000;
/** Query parameters in addition to the filters' own names. */
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
    columns: columnsOf(params.get('columns'), shape),
  };
}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Links outlive filter values: those that no longer exist are ignored. */
function isValue(name: string, value: string, { choices, days, takes }: ListShape): boolean {
  if (value === '' || takes?.(name, value) === false) return false;
  if (days?.includes(name)) return isDay(value);
  return choices?.[name]?.includes(value) !== false || ID.test(value);
}

/** `2026-02-28`, but not `2026-02-30`. */
export function isDay(value: string): boolean {
  const ms = /^20\d\d-\d\d-\d\d$/.test(value) ? Date.parse(`${value}T00:00Z`) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value);
}

function columnsOf(written: string | null, { columns, keys }: ListShape): readonly string[] {
  const known = written?.split(',').filter((key) => keys?.includes(key) !== false) ?? [];
  return known.length > 0 ? known : columns;
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

/** The address after a change. Defaults are omitted; any change but paging goes to the first page. */
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

/** The part of the list route's query that chooses rows. */
export function filterQueryOf(state: ListState) {
  return {
    ...state.filters,
    ...(state.q === '' ? {} : { q: state.q }),
    trash: state.trash ? '1' : '0',
  };
}

/** The state as the list route's query. */
export function listQueryOf(state: ListState) {
  return {
    ...filterQueryOf(state),
    from: (state.page - 1) * state.size,
    size: state.size,
    sortby: state.sortby,
    order: state.order,
    count: '0', // the total is read on its own: rows do not wait for it
  };
}

/** The current tab: of those whose filters are all set, the one with the most. */
export function viewOf(state: ListState, views: readonly ListView[]): ListView | undefined {
  const size = (view: ListView) => Object.keys(view.filters ?? {}).length;
  const on = views.filter(
    ({ filters = {}, trash = false }) =>
      trash === state.trash &&
      Object.entries(filters).every(([name, value]) => state.filters[name] === value),
  );
  return on.sort((a, b) => size(b) - size(a))[0];
}

/** The change to another tab: the previous tab's filters are cleared, the person's stay. */
export function toView(state: ListState, before: ListView | undefined, view: ListView): ListChange {
  const kept = Object.entries(state.filters).filter(([name]) => !Object.hasOwn(before?.filters ?? {}, name));
  return { trash: view.trash ?? false, filters: { ...Object.fromEntries(kept), ...view.filters } };
}

/** The filters beyond those of the tab. */
export function beyondView(state: ListState, view: ListView | undefined): ListState['filters'] {
  const own = view?.filters ?? {};
  return Object.fromEntries(Object.entries(state.filters).filter(([name]) => !Object.hasOwn(own, name)));
}

/** Whether there are filters beyond those of the tab. */
export function isFiltered(state: ListState, view?: ListView): boolean {
  return state.q !== '' || Object.keys(beyondView(state, view)).length > 0;
}

/** The tab without other filters. */
export function unfiltered(view: ListView | undefined): ListChange {
  return { q: '', filters: view?.filters ?? {} };
}

/** History state of an address that the list's own controls created. */
const CHANGED = { listChanged: true };

/** True for the state of a location that the list's own controls led to; false for an arrival from elsewhere. */
function isListChange(locationState: unknown): boolean {
  return typeof locationState === 'object' && locationState !== null && 'listChanged' in locationState;
}

/** The list's query parameters: from the address, or the initial ones. */
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
  // A second change may arrive before the first one is rendered.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const change = (update: ListUpdate, options: { readonly replace?: boolean } = {}) => {
    const before = readListState(latest.current, shape);
    const next = writeListState(before, typeof update === 'function' ? update(before) : update, shape);
    // Other query parameters stay.
    for (const [name, value] of latest.current) {
      if (!OWN.includes(name) && !shape.filters.includes(name)) next.append(name, value);
    }
    latest.current = next;
    setParams(next, { preventScrollReset: true, state: CHANGED, ...options });
  };
  /** Shows another state of the list, with its order in the address: the initial one depends on the filters. */
  const show = (next: ListState) => {
    const otherOrder = next.order === 'asc' ? 'desc' : 'asc';
    const written = writeListState(next, {}, { ...shape, sortby: '', order: otherOrder });
    latest.current = written;
    setParams(written, { preventScrollReset: true, state: CHANGED });
  };
  return { state, change, show };
}
