import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

/** What a list can be asked for; the rest of its state follows from the address. */
export interface ListShape {
  /** Names of the filters, as the call's query has them. */
  readonly filters: readonly string[];
  /** Column keys that are shown until somebody chooses others. */
  readonly columns: readonly string[];
  readonly sortby: string;
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
/** Written into the address beside the filters' own names. */
const OWN = ['q', 'page', 'size', 'sortby', 'order', 'trash', 'columns'];

export function readListState(params: URLSearchParams, shape: ListShape): ListState {
  const page = Number(params.get('page'));
  const size = Number(params.get('size'));
  const named = shape.filters.flatMap((name) => {
    const value = params.get(name);
    return value === null || value === '' ? [] : [[name, value] as const];
  });
  return {
    q: params.get('q') ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: PAGE_SIZES.includes(size) ? size : DEFAULT_SIZE,
    sortby: params.get('sortby') ?? shape.sortby,
    order: params.get('order') === 'desc' ? 'desc' : 'asc',
    trash: params.get('trash') === '1',
    filters: Object.fromEntries(named),
    columns: params.get('columns')?.split(',') ?? shape.columns,
  };
}

export type ListChange = Partial<Omit<ListState, 'filters'>> & { readonly filters?: Readonly<Record<string, string>> };

/** The address after a change. What is as usual stays out of it; anything but paging begins at the first page. */
export function writeListState(before: ListState, change: ListChange, shape: ListShape): URLSearchParams {
  const startsOver = Object.keys(change).some((name) => name !== 'page' && name !== 'columns');
  const state = { ...before, ...(startsOver ? { page: 1 } : {}), ...change };
  const usual: Record<string, string> = {
    q: '',
    page: '1',
    size: String(DEFAULT_SIZE),
    sortby: shape.sortby,
    order: 'asc',
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
  return new URLSearchParams(Object.entries(written).filter(([name, value]) => value !== (usual[name] ?? '')));
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

export function isFiltered(state: ListState): boolean {
  return state.q !== '' || Object.keys(state.filters).length > 0;
}

/** Reads the list's state from the address, and writes it there. */
export function useListState(shape: ListShape) {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readListState(params, shape), [params, shape]);
  const change = (change: ListChange, options: { readonly replace?: boolean } = {}) => {
    // Names of other makers in the address stay where they are.
    const next = writeListState(state, change, shape);
    for (const [name, value] of params) {
      if (!OWN.includes(name) && !shape.filters.includes(name)) next.append(name, value);
    }
    setParams(next, { preventScrollReset: true, ...options });
  };
  return { state, change };
}
