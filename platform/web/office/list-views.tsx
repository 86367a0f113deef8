import { useQuery } from '@tanstack/react-query';
import type { Callable } from '../api/callable.ts';
import { queryOf } from '../api/queries.ts';
import styles from './list.module.css';
import { type ListChange, type ListState, type ListView, toView, viewOf } from './list-state.ts';

/** The default tabs of a list. */
export const ALL_AND_TRASH: readonly ListView[] = [{ label: 'All' }, { label: 'Trash', trash: true }];

interface ListViewsProps {
  readonly call: Callable;
  readonly views: readonly ListView[];
  readonly state: ListState;
  change(change: ListChange): void;
}

/** The list's tabs with their counts. */
export function ListViews({ call, views, state, change }: ListViewsProps) {
  const current = viewOf(state, views);
  return (
    <div className={styles.views}>
      {views.map((view) => (
        <button
          key={view.label}
          type="button"
          className={styles.view}
          aria-current={view === current ? 'true' : undefined}
          onClick={() => change(toView(state, current, view))}
        >
          {view.label} <Count call={call} view={view} />
        </button>
      ))}
    </div>
  );
}

function Count({ call, view }: { readonly call: Callable; readonly view: ListView }) {
  const total = useCount(call, view);
  return <span className="k-figure">{total?.toLocaleString('en-SG')}</span>;
}

/** The number of rows on a tab, without other filters. */
export function useCount(call: Callable, view: ListView | undefined): number | undefined {
  const query = { ...view?.filters, size: 0, trash: view?.trash ? '1' : '0' };
  return (useQuery(queryOf<Callable>(call, { query })).data as { total?: number } | undefined)?.total;
}
