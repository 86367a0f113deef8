import { Draggable, type DraggableProvidedDragHandleProps, Droppable } from '@hello-pangea/dnd';
import IconGripVertical from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs';
import type { ReactNode } from 'react';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { useDraggedList } from './entries-drag.tsx';
import styles from './form.module.css';

interface SortableProps<Item> {
  /** Of this list alone: its entries are dropped nowhere else. */
  readonly id: string;
  readonly items: readonly Item[];
  keyOf(item: Item): string;
  nameOf(item: Item, place: number): string;
  move(from: number, to: number): void;
  readonly label: string;
  children(item: Item, place: number, grip: ReactNode): ReactNode;
}

/** A list in an order that people change: by pointer, by finger, or by keyboard from each entry's grip. */
export function Sortable<Item>(props: SortableProps<Item>) {
  const { id, items, keyOf, nameOf, move, label, children } = props;
  const nameAt = (place: number) => {
    const item = items[place];
    return item === undefined ? '' : nameOf(item, place);
  };
  useDraggedList(id, { size: items.length, nameAt, move });
  return (
    <Droppable droppableId={id} type={id}>
      {(list) => (
        <ol ref={list.innerRef} {...list.droppableProps} className={styles.entries} aria-label={label}>
          {items.map((item, place) => (
            <Draggable
              key={keyOf(item)}
              draggableId={`${id} ${keyOf(item)}`}
              index={place}
              disableInteractiveElementBlocking
            >
              {(entry, { isDragging }) => (
                <li
                  ref={entry.innerRef}
                  {...entry.draggableProps}
                  className={styles.entry}
                  data-dragging={isDragging || undefined}
                >
                  {children(item, place, <Grip handle={entry.dragHandleProps} name={nameAt(place)} />)}
                </li>
              )}
            </Draggable>
          ))}
          {list.placeholder}
        </ol>
      )}
    </Droppable>
  );
}

interface GripProps {
  readonly handle: DraggableProvidedDragHandleProps | null;
  readonly name: string;
}

/** What an entry is taken by. */
function Grip({ handle, name }: GripProps) {
  return (
    <button {...handle} type="button" className={styles.grip} aria-label={`Move ${name}`}>
      <Icon of={IconGripVertical} size={18} />
    </button>
  );
}
