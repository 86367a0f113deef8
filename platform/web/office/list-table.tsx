import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import { DataTable, type DataTableColumn, type DataTableProps } from 'mantine-datatable';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button, ButtonLink } from '../design/parts/button.tsx';
import { Icon } from '../design/parts/icon.tsx';
import { TextButton } from '../design/parts/link.tsx';
import { t } from '../i18n/office.ts';
import { type BulkAction, BulkBar } from './bulk-bar.tsx';
import styles from './list.module.css';
import {
  isFiltered,
  type ListChange,
  type ListState,
  type ListView,
  toView,
  unfiltered,
} from './list-state.ts';
import type { SortProps } from './phone-sort.tsx';
import { capital } from './record-kind.ts';
import { type RowAction, RowMenu, type RowPages } from './row-menu.tsx';
import type { BulkTask, useBulk } from './use-bulk.ts';
import { useChangedRows } from './use-changed-rows.ts';
import { useIsPhone } from './use-is-phone.ts';
import { useRowKeys } from './use-row-keys.ts';
import type { TrashTasks } from './use-trash.ts';

interface Column<Item> {
  readonly key: string;
  readonly title: string;
  render(item: Item): ReactNode;
  readonly sortby?: string;
  readonly number?: true;
}

interface ListTableProps<Item> {
  readonly one: string;
  readonly many: string;
  readonly home: string;
  readonly columns: readonly Column<Item>[];
  nameOf(item: Item): string;
  card?(item: Item, link: (content: ReactNode) => ReactNode): ReactNode;
  actions?(item: Item): readonly RowAction[];
  readonly page: { readonly items: readonly Item[] } | undefined;
  /** Other rows are loading. */
  readonly fetching: boolean;
  /** Identifies the page of rows; null while those of another are shown. */
  readonly pageKey: string | null;
  readonly state: ListState;
  /** The current tab. */
  readonly view: ListView | undefined;
  readonly views?: readonly ListView[];
  sumOf?(items: readonly Item[]): string;
  change(change: ListChange): void;
  readonly pages?: RowPages | undefined;
  /** Rows without pages have a menu if they have actions. */
  readonly hasActions?: boolean | undefined;
  readonly trashing: TrashTasks<Item> | undefined;
  /** More that can be done to selected rows. */
  readonly bulkActions: readonly BulkAction<Item>[];
  readonly bulk: ReturnType<typeof useBulk<Item & { readonly id: string }>>;
  canTrash?(item: Item): boolean;
  readonly drag?: RowDrag | undefined;
  move(items: readonly Item[], from: number, to: number): Promise<void>;
}

/** Lets people drag rows; loaded only by lists with a manual order. */
export interface RowDrag {
  Rows<Item extends { readonly id: string }>(props: RowsProps<Item>): ReactNode;
  Handle(props: { readonly name: string }): ReactNode;
}

type RowTable<Item> = Partial<Pick<DataTableProps<Item>, 'rowFactory' | 'tableWrapper'>>;

interface RowsProps<Item> extends Pick<ListTableProps<Item>, 'nameOf' | 'move'> {
  readonly items: readonly Item[];
  children(items: readonly Item[], table: RowTable<Item>): ReactNode;
}

function PlainRows<Item>({ items, children }: RowsProps<Item>): ReactNode {
  return children(items, {});
}

/** Placeholder rows while the first page loads. */
const LOADING_ROWS = 12;

/** The rows, the selection, and its actions. */
export function ListTable<Item extends { readonly id: string }>(props: ListTableProps<Item>) {
  const { page, state, trashing, bulk, bulkActions } = props;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const items = page?.items ?? [];
  const selected = items.filter((item) => chosen.includes(item.id));
  const changed = useChangedRows(items, props.pageKey);
  const frame = useRef<HTMLDivElement>(null);
  useRowKeys(frame);
  const run = async (items: readonly Item[], task: BulkTask<Item>) => {
    // The focused button disappears with its bar: keep the focus in the list.
    frame.current?.focus({ preventScroll: true });
    const changed = await bulk.run(items, task);
    setChosen((now) => now.filter((id) => !changed.has(id)));
  };
  const actOnRow = async (act: () => Promise<void>) => {
    await act();
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
    });
  };
  const isPhone = useIsPhone();
  const columns = tableColumns({ ...props, actOnRow, isPhone });
  const { nameOf, move, drag } = props;
  const Rows = drag?.Rows ?? PlainRows;
  const loading = page === undefined;
  return (
    <section
      ref={frame}
      className={`k-panel ${styles.table}`}
      tabIndex={-1}
      aria-label={capital(props.many)}
      aria-busy={loading || props.fetching}
    >
      {(selected.length > 0 || (bulk.progress?.total ?? 0) > 1) && (
        <BulkBar
          selected={selected}
          inTrash={state.trash}
          actions={bulkActions}
          trashing={trashing}
          progress={bulk.progress}
          {...(props.sumOf && { sumOf: props.sumOf })}
          run={(items, task) => void run(items, task)}
          clear={() => setChosen([])}
        />
      )}
      {loading ? (
        <DataTable columns={loadingColumns(columns)} records={LOADING} idAccessor="id" minHeight={180} />
      ) : (
        <Rows items={items} nameOf={nameOf} move={move}>
          {(shown, table) => (
            <DataTable<Item>
              {...table}
              columns={columns}
              pinFirstColumn
              pinLastColumn={hasMenu(props)}
              scrollAreaProps={SCROLLBARS}
              records={[...shown]}
              idAccessor="id"
              rowClassName={({ id }) => (changed.has(id) ? styles.changed : undefined)}
              highlightOnHover
              withRowBorders
              minHeight={items.length === 0 ? 220 : 0}
              noRecordsText=""
              // The table keeps this in the page, hidden, even when there are rows: its links would still be focusable.
              emptyState={items.length === 0 ? <ListEmpty {...props} /> : <span />}
              {...((trashing || bulkActions.length > 0) &&
                selection({ selected, nameOf, choose: setChosen }))}
            />
          )}
        </Rows>
      )}
    </section>
  );
}

interface SelectionProps<Item> {
  readonly selected: Item[];
  nameOf(item: Item): string;
  choose(ids: readonly string[]): void;
}

/** Checkboxes before the rows. */
function selection<Item extends { readonly id: string }>({ selected, nameOf, choose }: SelectionProps<Item>) {
  return {
    selectedRecords: selected,
    onSelectedRecordsChange: (records: Item[]) => choose(records.map((record) => record.id)),
    getRecordSelectionCheckboxProps: (record: Item) => ({
      'aria-label': t('Select {{name}}', { name: nameOf(record) }),
    }),
    allRecordsSelectionCheckboxProps: { 'aria-label': t('Select all on this page') },
    selectionTrigger: 'cell' as const,
  };
}

/** A line of a card: a text that is cut if it is long, and at the end what must be seen or pressed. */
export function CardLine({ children, end }: { readonly children: ReactNode; readonly end?: ReactNode }) {
  return (
    <div className={`k-row k-between k-gap-10 ${styles.cardLine}`}>
      <span>{children}</span>
      {end}
    </div>
  );
}

/** Calls somebody from a card. */
export function CallLink({ mobile, name }: { readonly mobile: string; readonly name: string }) {
  return (
    <a href={`tel:+${mobile}`} aria-label={t('Call {{name}}', { name })} className={styles.call}>
      <Icon of={IconPhone} size={18} />
    </a>
  );
}

interface TableColumnsProps<Item> extends ListTableProps<Item> {
  actOnRow(act: () => Promise<void>): Promise<void>;
  readonly isPhone: boolean;
}

function tableColumns<Item extends { readonly id: string }>({
  isPhone,
  ...props
}: TableColumnsProps<Item>): DataTableColumn<Item>[] {
  const { columns, state, home, card } = props;
  const [first] = columns;
  const shown = columns.filter((column) => column === first || state.columns.includes(column.key));
  const linkTo = (item: Item, content: ReactNode) =>
    props.pages === 'none' ? (
      content
    ) : (
      <Link to={`${home}/${item.id}/${props.pages ?? 'view'}`} className={styles.name}>
        {content}
      </Link>
    );
  const cells = shown.map((shownColumn): DataTableColumn<Item> => {
    const column = { ...shownColumn, render: remembered(shownColumn.render) };
    return {
      accessor: column.key,
      title: <Heading column={column} state={state} change={props.change} />,
      render: (item) => (shownColumn === first ? linkTo(item, column.render(item)) : column.render(item)),
      customCellAttributes: (item) => ({
        ...cellAttributes(column, item),
        ...(shownColumn === first ? { 'data-card': 'name' } : {}),
      }),
      ...(column.number ? { cellsClassName: 'k-number', textAlign: 'right' as const } : {}),
    };
  });
  const { trashing, bulk } = props;
  const rowTrash = trashing && {
    trash: async (item: Item) => void (await bulk.run([item], trashing.trash)),
    restore: async (item: Item) => void (await bulk.run([item], trashing.restore)),
  };
  const menu: DataTableColumn<Item> = {
    accessor: '__menu__',
    title: <span className="k-hidden">{t('Actions')}</span>,
    width: 48,
    textAlign: 'right',
    customCellAttributes: () => ({ 'data-card': 'menu' }),
    render: (item) => <RowMenu {...props} trashing={rowTrash} item={item} act={props.actOnRow} />,
  };
  const { drag } = props;
  const grip: DataTableColumn<Item>[] = drag
    ? [
        {
          accessor: '__grip__',
          title: <span className="k-hidden">{t('Order')}</span>,
          width: 40,
          customCellAttributes: () => ({ 'data-card': 'grip' }),
          render: (item) => <drag.Handle name={props.nameOf(item)} />,
        },
      ]
    : [];
  if (isPhone && card) {
    const line: DataTableColumn<Item> = {
      accessor: '__card__',
      customCellAttributes: () => ({ 'data-card': 'name' }),
      render: (item) => (
        <div className={`k-stack ${styles.card}`}>{card(item, (content) => linkTo(item, content))}</div>
      ),
    };
    return hasMenu(props) ? [line, menu] : [line];
  }
  return hasMenu(props) ? [...grip, ...cells, menu] : cells;
}

/** Whether rows have a menu, which is then the last column. */
function hasMenu({
  pages,
  hasActions = false,
  trashing,
}: Pick<ListTableProps<never>, 'pages' | 'hasActions' | 'trashing'>): boolean {
  return pages !== 'none' || hasActions || trashing !== undefined;
}

/** A scrollbar is shown whenever something is out of sight, not only under the pointer. */
const SCROLLBARS = { type: 'auto' } as const;

/** A cell's content is needed twice, for the cell and for its attributes, and rendered once. */
function remembered<Item, Shown>(render: (item: Item) => Shown): (item: Item) => Shown {
  const made = new Map<Item, Shown>();
  return (item) => {
    const shown = made.get(item) ?? render(item);
    made.set(item, shown);
    return shown;
  };
}

/** On a phone a row is a card, in which each value needs its heading; long text has a tooltip. */
function cellAttributes<Item>(column: Column<Item>, item: Item): Record<string, string> {
  const value = column.render(item);
  return {
    'data-label': column.title,
    ...(typeof value === 'string' && value !== '' ? { title: value } : {}),
  };
}

/** A column's heading; a sortable one has a button inside, so that it stays a heading. */
function Heading<Item>({ column, state, change }: SortProps & { readonly column: Column<Item> }) {
  const { sortby, title } = column;
  const button = useRef<HTMLButtonElement>(null);
  const order = sortby === state.sortby ? state.order : undefined;
  useEffect(() => {
    // The table has no option to set its header cells' attributes.
    const cell = button.current?.closest('th');
    if (order === undefined) cell?.removeAttribute('aria-sort');
    else cell?.setAttribute('aria-sort', order === 'asc' ? 'ascending' : 'descending');
  }, [order]);
  if (sortby === undefined) return title;
  const turn = () => change({ sortby, order: order === 'asc' ? 'desc' : 'asc' });
  return (
    <button ref={button} type="button" className={styles.sort} data-number={column.number} onClick={turn}>
      {title}
      {order && <Icon of={order === 'asc' ? IconArrowUp : IconArrowDown} size={16} />}
    </button>
  );
}

const LOADING = Array.from({ length: LOADING_ROWS }, (_, row) => ({ id: String(row) }));

function loadingColumns<Item>(columns: readonly DataTableColumn<Item>[]): DataTableColumn<{ id: string }>[] {
  return columns.map(({ accessor, title }) => ({
    accessor: String(accessor),
    title,
    render: () => <span className="k-loading-cell" />,
  }));
}

interface ListEmptyProps {
  readonly one: string;
  readonly many: string;
  readonly home: string;
  readonly adds?: false;
  readonly state: ListState;
  readonly view: ListView | undefined;
  readonly views?: readonly ListView[];
  change(change: ListChange): void;
}

/** One sentence, and what to do next. */
function ListEmpty({ state, view, views = [], change, many, one, home, adds }: ListEmptyProps) {
  const all = views.find(({ label }) => label === 'All');
  const filtered = isFiltered(state, view);
  const what = state.trash ? t('{{many}} in the trash', { many }) : many;
  const none = view?.empty ?? t('No {{what}} yet.', { what });
  return (
    <div className={styles.empty}>
      <p>{filtered ? t('No {{what}} match.', { what }) : none}</p>
      {state.q !== '' && all && all !== view && (
        <Button kind="quiet" size="small" onClick={() => change(toView(state, view, all))}>
          {t('Search all {{many}}', { many })}
        </Button>
      )}
      {filtered && (
        <Button kind="quiet" size="small" onClick={() => change(unfiltered(view))}>
          {t('Clear filters')}
        </Button>
      )}
      {!filtered && !state.trash && adds !== false && (
        <ButtonLink kind="quiet" size="small" href={`${home}/new`}>
          {t('New {{one}}', { one })}
        </ButtonLink>
      )}
      {!isFiltered(state) && state.trash && (
        <TextButton onClick={() => change({ trash: false, filters: {} })}>{t('Show all')}</TextButton>
      )}
    </div>
  );
}
