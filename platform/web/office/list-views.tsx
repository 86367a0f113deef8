import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs';
import { useQuery } from '@tanstack/react-query';
import type { ListViewReply } from '#platform/contract/list-views.ts';
import type { Callable } from '../api/callable.ts';
import { queryOf } from '../api/queries.ts';
import { Icon } from '../design/parts/icon.tsx';
import { t } from '../i18n/office.ts';
import styles from './list.module.css';
import {
  filterQueryOf,
  type ListChange,
  type ListState,
  type ListView,
  toView,
  viewOf,
} from './list-state.ts';
import { showsView } from './saved-views.ts';

/** The default tabs of a list. */
export const ALL_AND_TRASH: readonly ListView[] = [{ label: t('All') }, { label: t('Trash'), trash: true }];

/** A saved view, and the list that it shows. */
export interface SavedView extends Pick<ListViewReply, 'id' | 'name' | 'own' | 'owner'> {
  readonly shows: ListState;
}

interface ListViewsProps {
  readonly call: Callable;
  readonly views: readonly ListView[];
  readonly saved: readonly SavedView[];
  readonly state: ListState;
  change(change: ListChange): void;
  show(state: ListState): void;
}

/** The list's tabs with their counts: the fixed ones, then the saved ones. */
export function ListViews({ call, views, saved, state, change, show }: ListViewsProps) {
  const view = viewOf(state, views);
  const chosen = saved.find(({ shows }) => showsView(state, shows));
  const current = chosen ?? view;
  return (
    <div className={`k-row k-stretch k-gap-20 k-mt-10 k-mb-12 ${styles.views}`}>
      {views.map((one) => (
        <button
          key={one.label}
          type="button"
          className={`k-py-6 k-nowrap k-muted ${styles.view}`}
          aria-current={one === current ? 'true' : undefined}
          onClick={() => change(toView(state, view, one))}
        >
          {one.label} <Count call={call} query={countQueryOf(one)} />
        </button>
      ))}
      {saved.map((one) => (
        <button
          key={one.id}
          type="button"
          className={`k-py-6 k-nowrap k-muted ${styles.view}`}
          data-saved
          title={one.own ? t('Your view') : t('Shared by {{owner}}', { owner: one.owner })}
          aria-current={one === current ? 'true' : undefined}
          onClick={() => show(one.shows)}
        >
          <Icon of={IconBookmark} size={16} />
          {one.name} <Count call={call} query={filterQueryOf(one.shows)} />
        </button>
      ))}
    </div>
  );
}

function Count({ call, query }: { readonly call: Callable; readonly query: object }) {
  const total = useTotal(call, query);
  return <span className="k-figure">{total?.toLocaleString('en-SG')}</span>;
}

/** The number of rows on a tab, without other filters. */
export function useCount(call: Callable, view: ListView | undefined): number | undefined {
  return useTotal(call, countQueryOf(view));
}

function countQueryOf(view: ListView | undefined) {
  return { ...view?.filters, trash: view?.trash ? '1' : '0' };
}

/** The number of rows that match the filters. */
export function useTotal(call: Callable, filters: object, enabled = true): number | undefined {
  const input = { query: { ...filters, size: 0 } };
  const { data } = useQuery({ ...queryOf<Callable>(call, input), enabled });
  return (data as { total?: number } | undefined)?.total;
}
