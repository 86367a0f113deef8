import { useMediaQuery } from '@mantine/hooks';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { z } from 'zod';
import { listListViews } from '#platform/contract/list-views.ts';
import type { Callable, CallInput, CallReply } from '../api/callable.ts';
import { queryOf, useCall } from '../api/queries.ts';
import { ButtonLink } from '../design/parts/button.tsx';
import { PageTitle } from '../design/parts/page.tsx';
import { ErrorState } from '../design/parts/states.tsx';
import { t } from '../i18n/office.ts';
import { useMayCall } from '../session/use-may.ts';
import type { BulkAction } from './bulk-bar.tsx';
import { CsvButton } from './csv-button.tsx';
import { PhoneFilterRow } from './filter-sheet.tsx';
import styles from './list.module.css';
import { ColumnsMenu, FilterRow, type ListFilter, namesOf } from './list-controls.tsx';
import { ListFooter } from './list-footer.tsx';
import {
  filterQueryOf,
  isFiltered,
  type ListShape,
  type ListState,
  type ListUpdate,
  type ListView,
  listQueryOf,
  useListState,
  viewOf,
} from './list-state.ts';
import { ListTable, type RowDrag } from './list-table.tsx';
import { type ListTotals, TotalsLine } from './list-totals.tsx';
import { ALL_AND_TRASH, ListViews, useCount, useTotal } from './list-views.tsx';
import { type RememberedList, useRememberedList } from './remembered-list.ts';
import type { RowAction, RowPages } from './row-menu.tsx';
import { queryOfView, stateOfView } from './saved-views.ts';
import { SavedViewsMenu } from './saved-views-menu.tsx';
import { useBulk } from './use-bulk.ts';
import { useIsPhone } from './use-is-phone.ts';
import { type ReorderCall, useMoves } from './use-moves.ts';
import { trashTasks } from './use-trash.ts';

/** Common fields of every office record. */
interface OfficeRecord {
  readonly id: string;
  readonly trash: 0 | 1;
}

/** The sort keys of a list route. */
type SortOf<C extends Callable> =
  CallInput<C> extends { query?: { sortby?: infer Sort } } ? Extract<Sort, string> : string;

/** A column of the route's list. */
export interface ListColumn<C extends Callable> {
  readonly key: string;
  readonly title: string;
  render(item: ItemOf<C>): ReactNode;
  /** The column's `sortby` key. */
  readonly sortby?: SortOf<C>;
  /** Numbers are right-aligned. */
  readonly number?: true;
  /**
   * Hidden by default, `desk`: except from a small desktop on, `wide`: except on a wide screen; can be chosen under
   * Columns.
   */
  readonly extra?: true | 'desk' | 'wide';
}

type ItemOf<C extends Callable> = CallReply<C> extends { items: readonly (infer Item)[] } ? Item : never;

export interface ListPageProps<C extends Callable> {
  /** Labels: "Cleaners", "cleaner", "cleaners". */
  readonly title: string;
  readonly one: string;
  readonly many: string;
  /** The collection's address: `/admin/cleaners`. */
  readonly home: string;
  readonly call: C;
  /** Both, or neither if records cannot be trashed: rows are then not selectable. */
  readonly trash?: Callable;
  readonly untrash?: Callable;
  /** A row's pages under `home`; default both view and update. */
  readonly pages?: RowPages;
  nameOf(item: ItemOf<C>): string;
  /** The first links to the record, if it has a page, and is always shown. */
  readonly columns: readonly ListColumn<C>[];
  readonly filters?: readonly ListFilter[];
  /** A row on a phone, in up to three lines (`CardLine`); default each column's value on a line of its own. */
  card?(item: ItemOf<C>, link: (content: ReactNode) => ReactNode): ReactNode;
  /** The initial sort, one of the columns' `sortby`. */
  readonly sortby: SortOf<C>;
  /** Of the initial sort; default `asc`. */
  readonly order?: 'asc' | 'desc';
  /** Initial page size; default 25. */
  readonly size?: number;
  /** The filters when the URL has no parameters; default none. */
  readonly opensWith?: Readonly<Record<string, string>>;
  /** For a manual order: the route that takes the ids. The initial sort is by that order. */
  readonly reorder?: ReorderCall;
  /** The route puts ids that are not named last. */
  readonly reordersAll?: true;
  /** With `reorder`: rows can also be dragged. Passed in by the page, so that other lists do not load it: `rowDrag`. */
  readonly drag?: RowDrag;
  /** The tabs; default All and Trash. */
  readonly views?: readonly ListView[];
  /** The total of the selected rows, next to their number: "11 hours". */
  sumOf?(items: readonly ItemOf<C>[]): string;
  /** What all rows of the current filters add up to, below the table: `listTotals`. */
  readonly totals?: ListTotals;
  /** What can be done to selected rows, in addition to trash: rows are then selectable. */
  readonly bulkActions?: readonly BulkAction<ItemOf<C>>[];
  /** In addition to view, change and trash. */
  actions?(item: ItemOf<C>): readonly RowAction[];
  /** False if the office does not add records manually: there is no New button. */
  readonly adds?: false;
  /** False if a row cannot be trashed: its menu does not offer it. Default: all can. */
  canTrash?(item: ItemOf<C>): boolean;
  /** The routes that add and change a record: their controls show to those who may call them. Default: to all. */
  readonly calls?: { readonly create?: Callable; readonly update?: Callable };
  /** Buttons next to New. */
  readonly more?: ReactNode;
}

const NO_ACTIONS = [] as const;

interface Page<Item> {
  readonly items: readonly Item[];
  /** The cursor of the next page; null at the end of the list. */
  readonly next: string | null;
}

/**
 * A complete office list: search, filters, sort, paging, columns and trash view in the address, bulk trash with undo,
 * CSV, and its loading, empty and error states.
 */
export function ListPage<C extends Callable>(props: ListPageProps<C>) {
  type Item = ItemOf<C> & OfficeRecord;
  const { call, title, many, home, columns, filters = [], views = ALL_AND_TRASH } = props;
  const [remembered, remember] = useRememberedList(home);
  const usualColumns = useUsualColumns(columns);
  const shape = useShape(props, { usual: usualColumns, ...remembered });
  const { state, change, show } = useListState(shape);
  /** For changes that this browser remembers. */
  const choose = (update: ListUpdate) =>
    change((now) => {
      const chosen = typeof update === 'function' ? update(now) : update;
      const { columns: keys, size } = chosen;
      if (keys || size) remember({ ...(keys && { columns: keys }), ...(size && { size }) });
      return chosen;
    });
  const query = listQueryOf(state);
  const view = viewOf(state, views);
  const list = useListRead(call, state);
  const page = list.data as Page<Item> | undefined;
  const total = useTotalOf(call, state, list.isPlaceholderData ? undefined : page);
  const saved = useCall(listListViews, { query: { list: home } }).data?.items ?? [];
  const savedViews = saved.map((one) => ({ ...one, shows: stateOfView(one, views, shape) }));
  const refresh = props.totals ? [call, props.totals.call] : [call];
  const isPhone = useIsPhone();
  const filtering = { filters, state, change, many, view };
  const moves = useMoves<Item>({ ...props, refresh });
  const inOrder = state.sortby === shape.sortby && state.order === 'asc' && !state.trash;
  const mayAdd = useMayCall(props.calls?.create);
  const mayChange = useMayCall(props.calls?.update);
  const mayTrash = useMayCall(props.trash);
  const maySum = useMayCall(props.totals?.call);
  const { nameOf } = props;
  const [trash, untrash] = mayTrash ? [props.trash, props.untrash] : [];
  const trashing = trashTasks<Item>({ calls: trash && untrash && { trash, untrash }, many, nameOf });
  const bulk = useBulk<Item>({ nameOf, refresh });

  return (
    <div className={styles.list}>
      <div className="k-row k-wrap k-between k-gap-8 k-gap-x-16">
        <div className={`k-row k-baseline k-gap-14 k-muted ${styles.title}`}>
          <PageTitle>{title}</PageTitle>
          <ListCount call={call} state={state} view={view} total={total} />
        </div>
        <div className={`k-row k-stretch k-wrap k-gap-8 ${styles.acts}`}>
          {props.more}
          {!(isPhone && props.card) && (
            <ColumnsMenu columns={columns} state={state} change={choose} usual={usualColumns} />
          )}
          <SavedViewsMenu
            list={home}
            saved={saved}
            shown={{ query: queryOfView(state, view, shape), columns: [...state.columns] }}
          />
          <CsvButton call={call} query={query}>
            {csvLabel(total)}
          </CsvButton>
          {props.adds !== false && mayAdd && (
            <ButtonLink kind="quiet" size="small" icon={IconPlus} href={`${home}/new`}>
              {t('New {{one}}', { one: props.one })}
            </ButtonLink>
          )}
        </div>
      </div>
      <ListViews call={call} views={views} saved={savedViews} state={state} change={change} show={show} />
      {isPhone ? <PhoneFilterRow {...filtering} columns={columns} /> : <FilterRow {...filtering} />}
      {list.isError && page === undefined ? (
        <ErrorState
          retryLabel={t('Try again')}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching && t('Trying again')}
        >
          {t('The {{many}} could not be loaded. {{message}}', { many, message: list.error.message })}
        </ErrorState>
      ) : (
        <>
          <ListTable<Item>
            {...props}
            pages={mayChange ? props.pages : readOnlyPages(props.pages)}
            hasActions={props.actions !== undefined}
            actions={(item) => [
              ...(props.actions?.(item) ?? []),
              ...(inOrder ? moves.actionsOf(item, page?.items ?? []) : []),
            ]}
            page={list.isPlaceholderData && list.isError ? undefined : page}
            fetching={list.isFetching && list.isPlaceholderData}
            pageKey={page && !list.isPlaceholderData ? JSON.stringify(query) : null}
            state={state}
            view={view}
            change={change}
            trashing={trashing}
            bulk={bulk}
            bulkActions={props.bulkActions ?? NO_ACTIONS}
            drag={inOrder ? props.drag : undefined}
            move={moves.move}
          />
          {props.totals && maySum && total !== 0 && (
            <TotalsLine totals={props.totals} filters={filterQueryOf(state)} />
          )}
          <ListFooter total={total} shown={page?.items.length} state={state} change={choose} many={many} />
        </>
      )}
    </div>
  );
}

function csvLabel(total: number | undefined): string {
  if (total === undefined) return 'CSV';
  return total === 1 ? t('CSV, {{total}} row', { total }) : t('CSV, {{total}} rows', { total });
}

/** The pages of rows for those who may not change them. */
function readOnlyPages(pages: RowPages | undefined): RowPages {
  return pages === undefined || pages === 'view' ? 'view' : 'none';
}

/** The current page, read from after the last row of the previous page if that has been seen. */
function useListRead(call: Callable, state: ListState) {
  const cursors = usePageCursors(state);
  const query = cursors.follow(listQueryOf(state));
  const list = useQuery({ ...queryOf<Callable>(call, { query }), placeholderData: keepPreviousData });
  useEffect(() => {
    if (!list.isPlaceholderData) cursors.note((list.data as Page<unknown> | undefined)?.next);
  });
  return list;
}

/** The number of rows in all: that of the first page if it has them all, otherwise counted once there are rows. */
function useTotalOf(call: Callable, state: ListState, page: Page<unknown> | undefined): number | undefined {
  const isWhole = state.page === 1 && page?.next === null;
  const counted = useTotal(call, filterQueryOf(state), page !== undefined && !isWhole);
  return isWhole ? page.items.length : counted;
}

/** From this window width on, in em, there is room for more columns. */
const WIDE = '(min-width: 106em)';
/** Below it, a tablet, a table has room for what is looked for most. */
const DESK = '(min-width: 70em)';

/** The columns shown until others are chosen. */
function useUsualColumns<C extends Callable>(columns: readonly ListColumn<C>[]): readonly string[] {
  const isWide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false });
  const isDesk = useMediaQuery(DESK, true, { getInitialValueInEffect: false });
  const fits = { desk: isDesk, wide: isWide };
  return columns
    .filter(({ extra }) => extra === undefined || (extra !== true && fits[extra]))
    .map(({ key }) => key);
}

interface Chosen extends RememberedList {
  /** The columns shown until others are chosen. */
  readonly usual: readonly string[];
}

function useShape<C extends Callable>(
  {
    call,
    columns,
    filters = [],
    sortby,
    order = 'asc',
    size,
    opensWith,
    views = ALL_AND_TRASH,
  }: ListPageProps<C>,
  remembered: Chosen,
): ListShape {
  const keys = columns.map((column) => column.key);
  const chosen = remembered.columns?.filter((key) => keys.includes(key)) ?? [];
  const names = filters.flatMap(namesOf);
  const days = filters.flatMap((filter) => ('days' in filter ? filter.days : []));
  const sorts = [sortby, ...columns.flatMap((column) => column.sortby ?? [])];
  const choices = choicesOf(filters, views);
  const written = JSON.stringify({
    filters: names,
    columns: chosen.length > 0 ? chosen : remembered.usual,
    keys,
    sortby,
    order,
    size: remembered.size ?? size,
    days,
    sorts,
    choices,
    opensWith,
  });
  return useMemo(
    () => ({ ...(JSON.parse(written) as ListShape), takes: (name, value) => isTaken(call, name, value) }),
    [written, call],
  );
}

/** Whether a route's query takes this value of a filter. */
function isTaken(call: Callable, name: string, value: string): boolean {
  const query = 'query' in call ? call.query : undefined;
  const field = query instanceof z.ZodObject ? (query.shape[name] as z.ZodType | undefined) : undefined;
  return field?.safeParse(value).success !== false;
}

/** The values of each filter, including those of the tabs. */
function choicesOf(filters: readonly ListFilter[], views: readonly ListView[]) {
  const lists = filters.flatMap((filter) => ('days' in filter || filter.anyValue ? [] : [filter]));
  return Object.fromEntries(
    lists.map(({ name, options }) => [
      name,
      [...options.map(({ value }) => value), ...views.flatMap((view) => view.filters?.[name] ?? [])],
    ]),
  );
}

interface ListCountProps {
  readonly call: Callable;
  readonly state: ListState;
  readonly view: ListView | undefined;
  readonly total: number | undefined;
}

/** Next to the title: "62 of 1,284". */
function ListCount({ call, state, view, total }: ListCountProps) {
  const all = useCount(call, view);
  if (total === undefined || all === undefined || !isFiltered(state, view)) return null;
  return (
    <span>
      {t('{{total}} of {{all}}', { total: total.toLocaleString('en-SG'), all: all.toLocaleString('en-SG') })}
    </span>
  );
}

/**
 * The cursors of the pages seen so far. A page is read from after the last row of the previous page, so that rows added
 * or removed meanwhile do not shift; a page reached directly is read by its number.
 */
function usePageCursors(state: ListState) {
  const [cursors] = useState(() => new Map<string, string>());
  const keyOf = (page: number) => JSON.stringify({ ...state, columns: null, page });
  return {
    /** The query of the page that `state` is on. */
    follow(query: ReturnType<typeof listQueryOf>) {
      const after = cursors.get(keyOf(state.page));
      return after === undefined ? query : { ...query, from: 0, after };
    },
    /** Stores this page's cursor to the next one. */
    note(next: string | null | undefined) {
      if (next) cursors.set(keyOf(state.page + 1), next);
    },
  };
}
