import { SORTS, type Sort } from '../../rules/rows.ts';
import type { Zoom } from './board.tsx';

/** How the board is shown. It is kept in the address. */
export interface BoardView {
  readonly region: string;
  /** Part of a name. */
  readonly words: string;
  readonly sort: Sort;
  readonly isGrouped: boolean;
  readonly onlyFree: boolean;
  readonly zoom: Zoom;
}

const DEFAULT_SORT: Sort = 'name';

export function readView(params: URLSearchParams): BoardView {
  const zoom = params.get('zoom');
  return {
    region: params.get('region') ?? '',
    words: params.get('q') ?? '',
    sort: SORTS.find((sort) => sort === params.get('sort')) ?? DEFAULT_SORT,
    isGrouped: params.get('group') === 'region',
    onlyFree: params.get('free') === '1',
    zoom: zoom === 'wide' || zoom === 'widest' ? zoom : 'fit',
  };
}

/** The address of some options; an empty value is left out. */
export function writeView(view: Partial<BoardView>): Record<string, string> {
  const { region, words, sort, isGrouped, onlyFree, zoom } = view;
  return {
    ...(region !== undefined && { region }),
    ...(words !== undefined && { q: words }),
    ...(sort !== undefined && { sort: sort === DEFAULT_SORT ? '' : sort }),
    ...(isGrouped !== undefined && { group: isGrouped ? 'region' : '' }),
    ...(onlyFree !== undefined && { free: onlyFree ? '1' : '' }),
    ...(zoom !== undefined && { zoom: zoom === 'fit' ? '' : zoom }),
  };
}
