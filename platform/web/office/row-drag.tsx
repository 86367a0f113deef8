import { Draggable, type DraggableProvidedDragHandleProps, Droppable } from '@hello-pangea/dnd';
import { DataTableDraggableRow, type DataTableProps } from 'mantine-datatable';
import { createContext, type ReactNode, use } from 'react';
import { DragHandle, SortableArea, useDropped } from './sortable.tsx';

/** Draggable rows of a list with a manual order; see RowDrag in list-table.tsx. */
export const rowDrag = { Rows: DraggableRows, Handle: RowHandle };

interface DraggableRowsProps<Item> {
  readonly items: readonly Item[];
  nameOf(item: Item): string;
  /** Resolves when the list shows the new order, or the old one after a failure. */
  move(items: readonly Item[], from: number, to: number): Promise<void>;
  children(
    items: readonly Item[],
    table: Pick<DataTableProps<Item>, 'rowFactory' | 'tableWrapper'>,
  ): ReactNode;
}

const HandleContext = createContext<DraggableProvidedDragHandleProps | null>(null);

function DraggableRows<Item extends { readonly id: string }>(props: DraggableRowsProps<Item>) {
  const { items, nameOf, move, children } = props;
  const { shown, drop } = useDropped(items, move);
  const nameAt = (index: number) => {
    const item = shown[index];
    return item === undefined ? '' : nameOf(item);
  };
  return (
    <SortableArea size={shown.length} nameAt={nameAt} move={(from, to) => void drop(from, to)}>
      {children(shown, { rowFactory: draggableRow, tableWrapper: droppableTable })}
    </SortableArea>
  );
}

const droppableTable: NonNullable<DataTableProps<unknown>['tableWrapper']> = ({ children }) => (
  <Droppable droppableID="rows">
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
  // The handle is a button, and by default dnd does not start a drag on buttons.
  return (
    <Draggable key={record.id} draggableID={record.id} index={index} disableInteractiveElementBlocking>
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

function RowHandle({ name }: { readonly name: string }) {
  return <DragHandle handle={use(HandleContext)} name={name} />;
}
