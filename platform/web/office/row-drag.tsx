import {
  DragDropContext,
  Draggable,
  type DraggableProvidedDragHandleProps,
  Droppable,
} from '@hello-pangea/dnd';
import IconGripVertical from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs';
import { DataTableDraggableRow, type DataTableProps } from 'mantine-datatable';
import { createContext, type ReactNode, use, useState } from 'react';
import { Icon } from '../design/parts/icon.tsx';
import styles from './list.module.css';

/** The rows of a list that people put into order by hand; see RowDrag in list-table.tsx. */
export const rowDrag = { Rows: DraggableRows, Handle: DragHandle };

interface DraggableRowsProps<Item> {
  readonly items: readonly Item[];
  nameOf(item: Item): string;
  /** Resolves when the list shows the new order, or stays as it was. */
  move(items: readonly Item[], from: number, to: number): Promise<void>;
  children(
    items: readonly Item[],
    table: Pick<DataTableProps<Item>, 'rowFactory' | 'tableWrapper'>,
  ): ReactNode;
}

const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
const HandleContext = createContext<DraggableProvidedDragHandleProps | null>(null);

/** By pointer, by finger, or by keyboard: Space takes a row up, the arrows move it, Space puts it down, Escape back. */
function DraggableRows<Item extends { readonly id: string }>(props: DraggableRowsProps<Item>) {
  const { items, nameOf, move, children } = props;
  // Dropped rows stay where they were dropped until the list comes back.
  const [dropped, setDropped] = useState<readonly Item[] | null>(null);
  const shown = dropped ?? items;
  const drop = async (from: number, to: number) => {
    const next = [...shown];
    next.splice(to, 0, ...next.splice(from, 1));
    setDropped(next);
    await move(items, from, to);
    setDropped(null);
  };
  const place = (at: number) => `place ${at + 1} of ${shown.length}`;
  return (
    <DragDropContext
      nonce={nonce()}
      dragHandleUsageInstructions="Press Space to take this row up, the arrow keys to move it, Space to put it down, Escape to leave it."
      onDragStart={({ source }, { announce }) => {
        announce(`${nameAt(shown, source.index, nameOf)} taken up, ${place(source.index)}.`);
      }}
      onDragUpdate={({ destination }, { announce }) => {
        if (destination) announce(`Now ${place(destination.index)}.`);
      }}
      onDragEnd={({ source, destination }, { announce }) => {
        if (!destination || destination.index === source.index) return announce('Left where it was.');
        announce(`${nameAt(shown, source.index, nameOf)} put down, ${place(destination.index)}.`);
        void drop(source.index, destination.index);
      }}
    >
      {children(shown, { rowFactory: draggableRow, tableWrapper: droppableTable })}
    </DragDropContext>
  );
}

function nameAt<Item>(items: readonly Item[], at: number, nameOf: (item: Item) => string): string {
  const item = items[at];
  return item === undefined ? '' : nameOf(item);
}

const droppableTable: NonNullable<DataTableProps<unknown>['tableWrapper']> = ({ children }) => (
  <Droppable droppableId="rows">
    {(provided) => (
      <div ref={provided.innerRef} {...provided.droppableProps}>
        {children}
        {provided.placeholder}
      </div>
    )}
  </Droppable>
);

type RowFactory<Item> = NonNullable<DataTableProps<Item>['rowFactory']>;

function draggableRow<Item extends { readonly id: string }>({
  record,
  index,
  rowProps,
  children,
}: Parameters<RowFactory<Item>>[0]) {
  const { ref: _ref, className = '', ...rest } = rowProps;
  // The handle is a button, which else nothing is dragged by.
  return (
    <Draggable key={record.id} draggableId={record.id} index={index} disableInteractiveElementBlocking>
      {(provided, { isDragging }) => (
        <DataTableDraggableRow
          ref={provided.innerRef}
          isDragging={isDragging}
          {...rest}
          {...provided.draggableProps}
          className={className}
        >
          <HandleContext value={provided.dragHandleProps}>{children}</HandleContext>
        </DataTableDraggableRow>
      )}
    </Draggable>
  );
}

/** What a row is taken by. */
function DragHandle({ name }: { readonly name: string }) {
  const handle = use(HandleContext);
  return (
    <button {...handle} type="button" className={styles.handle} aria-label={`Move ${name}`}>
      <Icon of={IconGripVertical} size={18} />
    </button>
  );
}
