import { Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconRestore from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { DataTable, type DataTableColumn } from 'mantine-datatable';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Button, ButtonLink, IconButton } from '../design/parts/button.tsx';
import { Icon } from '../design/parts/icon.tsx';
import { TextButton } from '../design/parts/link.tsx';
import styles from './list.module.css';
import { isFiltered, type ListChange, type ListState, type ListView, unfiltered } from './list-state.ts';
import { menuOverlay } from './overlay.ts';

export interface RowAction {
  readonly label: string;
  readonly to: string;
}

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
  actions?(item: Item): readonly RowAction[];
  readonly page: { readonly items: readonly Item[] } | undefined;
  /** Other rows are on their way. */
  readonly fetching: boolean;
  readonly state: ListState;
  /** The tab that the list stands on. */
  readonly view: ListView | undefined;
  sumOf?(items: readonly Item[]): string;
  change(change: ListChange): void;
  readonly trashing: {
    trash(items: readonly Item[]): Promise<void>;
    restore(items: readonly Item[]): Promise<void>;
  };
}

/** Rows of louvres while the first page is on its way. */
const LOADING_ROWS = 12;

/** The rows, what is selected, and what may be done with it. */
export function ListTable<Item extends { readonly id: string }>(props: ListTableProps<Item>) {
  const { page, state, change, trashing } = props;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const items = page?.items ?? [];
  const selected = items.filter((item) => chosen.includes(item.id));
  const act = async (act: (items: readonly Item[]) => Promise<void>) => {
    setChosen([]);
    await act(selected);
  };
  const columns = tableColumns(props);
  const loading = page === undefined;
  return (
    <div className={styles.table} aria-busy={loading || props.fetching}>
      {selected.length > 0 && (
        <div className="k-bulk-bar" role="toolbar" aria-label="With the selected rows">
          <b>{selected.length} selected</b>
          {props.sumOf && <span className={styles.sum}>{props.sumOf(selected)}</span>}
          <span className={styles.space} />
          {state.trash ? (
            <BulkButton icon={IconRestore} label="Restore" onClick={() => void act(trashing.restore)} />
          ) : (
            <BulkButton icon={IconTrash} label="Trash" onClick={() => void act(trashing.trash)} />
          )}
          <IconButton icon={IconX} label="Select nothing" onClick={() => setChosen([])} />
        </div>
      )}
      {loading ? (
        <DataTable columns={loadingColumns(columns)} records={LOADING} idAccessor="id" minHeight={180} />
      ) : (
        <DataTable<Item>
          columns={columns}
          records={[...items]}
          idAccessor="id"
          highlightOnHover
          withRowBorders
          minHeight={items.length === 0 ? 220 : 0}
          noRecordsText=""
          emptyState={<Empty {...props} />}
          selectedRecords={selected}
          onSelectedRecordsChange={(records) => setChosen(records.map((record) => record.id))}
          getRecordSelectionCheckboxProps={(record) => ({ 'aria-label': `Select ${props.nameOf(record)}` })}
          allRecordsSelectionCheckboxProps={{ 'aria-label': 'Select all on this page' }}
          selectionTrigger="cell"
          sortStatus={{ columnAccessor: accessorOf(props), sortKey: state.sortby, direction: state.order }}
          onSortStatusChange={({ sortKey, direction }) =>
            change({ sortby: sortKey ?? state.sortby, order: direction })
          }
        />
      )}
    </div>
  );
}

function accessorOf<Item>({ columns, state }: ListTableProps<Item>): string {
  return columns.find((column) => column.sortby === state.sortby)?.key ?? '';
}

function tableColumns<Item extends { readonly id: string }>(
  props: ListTableProps<Item>,
): DataTableColumn<Item>[] {
  const { columns, state, home } = props;
  const [first] = columns;
  const shown = columns.filter((column) => column === first || state.columns.includes(column.key));
  const cells = shown.map(
    (column): DataTableColumn<Item> => ({
      accessor: column.key,
      title: column.title,
      render: (item) =>
        column === first ? (
          <Link to={`${home}/${item.id}/view`} className={styles.name}>
            {column.render(item)}
          </Link>
        ) : (
          column.render(item)
        ),
      ...(column.sortby === undefined ? {} : { sortable: true, sortKey: column.sortby }),
      ...(column.number ? { cellsClassName: 'k-number', textAlign: 'right' as const } : {}),
    }),
  );
  const menu: DataTableColumn<Item> = {
    accessor: '__menu__',
    title: <span className="k-hidden">Actions</span>,
    width: 48,
    textAlign: 'right',
    render: (item) => <RowMenu {...props} item={item} />,
  };
  return [...cells, menu];
}

function RowMenu<Item extends { readonly id: string }>(
  props: ListTableProps<Item> & { readonly item: Item },
) {
  const { item, home, state, trashing } = props;
  const places = [
    { label: 'Open', to: `${home}/${item.id}/view` },
    { label: 'Change', to: `${home}/${item.id}/update` },
    ...(props.actions?.(item) ?? []),
  ];
  return (
    <Menu position="bottom-end" {...menuOverlay}>
      <Menu.Target>
        <IconButton icon={IconDots} label={`More about ${props.nameOf(item)}`} />
      </Menu.Target>
      <Menu.Dropdown>
        {places.map(({ label, to }) => (
          <Menu.Item key={to} component={Link} to={to}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider role="separator" />
        {state.trash ? (
          <Menu.Item onClick={() => void trashing.restore([item])}>Restore</Menu.Item>
        ) : (
          <Menu.Item onClick={() => void trashing.trash([item])}>Trash</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function BulkButton({ icon, label, onClick }: { icon: typeof IconTrash; label: string; onClick(): void }) {
  return (
    <button type="button" className={styles.bulk} onClick={onClick}>
      <Icon of={icon} />
      {label}
    </button>
  );
}

/** One sentence, and the way on. */
function Empty<Item>({ state, view, change, many, one, home }: ListTableProps<Item>) {
  const filtered = isFiltered(state, view);
  const here = state.trash ? 'in the trash' : 'here';
  return (
    <div className={styles.empty}>
      <p>{filtered ? `No ${many} ${here} match.` : `No ${many} ${here} yet.`}</p>
      {filtered && (
        <Button kind="quiet" size="small" onClick={() => change(unfiltered(view))}>
          Clear filters
        </Button>
      )}
      {!filtered && !state.trash && (
        <ButtonLink kind="quiet" size="small" href={`${home}/new`}>
          New {one}
        </ButtonLink>
      )}
      {!isFiltered(state) && state.trash && (
        <TextButton onClick={() => change({ trash: false, filters: {} })}>Show all</TextButton>
      )}
    </div>
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
