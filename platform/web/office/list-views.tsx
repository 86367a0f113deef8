import { useQuery } from '@tanstack/react-query';
import type { Callable } from '../api/callable.ts';
import { queryOf } from '../api/queries.ts';
import type { ListChange, ListState } from './list-state.ts';
import styles from './office.module.css';

interface ListViewsProps {
  readonly call: Callable;
  readonly state: ListState;
  change(change: ListChange): void;
}

/** All and Trash, each with how many there are. */
export function ListViews({ call, state, change }: ListViewsProps) {
  return (
    <div className={styles.views}>
      <View call={call} trash={false} state={state} change={change} />
      <View call={call} trash state={state} change={change} />
    </div>
  );
}

function View({ call, trash, state, change }: ListViewsProps & { readonly trash: boolean }) {
  const query = { size: 0, trash: trash ? '1' : '0' };
  const count = useQuery(queryOf<Callable>(call, { query })).data as { total?: number } | undefined;
  return (
    <button
      type="button"
      className={styles.view}
      aria-current={state.trash === trash ? 'true' : undefined}
      onClick={() => change({ trash })}
    >
      {trash ? 'Trash' : 'All'} <span className="k-figure">{count?.total}</span>
    </button>
  );
}
