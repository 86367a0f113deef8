import type { ListViewReply } from '#platform/contract/list-views.ts';
import {
  type ListShape,
  type ListState,
  type ListView,
  readListState,
  writeListState,
} from './list-state.ts';

type Saved = Pick<ListViewReply, 'query' | 'columns'>;

/** Names the tab that a view begins with: its days are those of the day on which the view is used. */
const TAB = 'tab';

/** What is saved of a list: its tab, filters, search and order, but no page. */
export function queryOfView(state: ListState, view: ListView | undefined, shape: ListShape): string {
  const params = writeListState({ ...state, page: 1 }, {}, shape);
  for (const name of ['size', 'columns', 'trash', ...Object.keys(view?.filters ?? {})]) params.delete(name);
  if (view !== undefined) params.set(TAB, view.label);
  params.set('sortby', state.sortby);
  params.set('order', state.order);
  return params.toString();
}

/** The list that a saved view shows; what its query has that the list does not know is ignored. */
export function stateOfView(saved: Saved, views: readonly ListView[], shape: ListShape): ListState {
  const params = new URLSearchParams(saved.query);
  const read = readListState(params, shape);
  const tab = views.find(({ label }) => label === params.get(TAB));
  const known = saved.columns.filter((key) => shape.keys?.includes(key) !== false);
  return {
    ...read,
    page: 1,
    trash: tab?.trash ?? false,
    filters: { ...tab?.filters, ...read.filters },
    columns: known.length > 0 ? known : shape.columns,
  };
}

/** Whether the list shows just what the view does, on whichever page. */
export function showsView(state: ListState, view: ListState): boolean {
  return keyOf(state) === keyOf(view);
}

function keyOf({ q, sortby, order, trash, filters, columns }: ListState): string {
  const sorted = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([q, sortby, order, trash, sorted, [...columns].sort()]);
}
