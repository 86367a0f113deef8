import {
  DragDropContext,
  Draggable,
  type DraggableProvidedDragHandleProps,
  Droppable,
} from '@hello-pangea/dnd';
import IconGripVertical from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs';
import { type ReactNode, useState } from 'react';
import { Icon } from '../design/parts/icon.tsx';
import { t } from '../i18n/office.ts';
import styles from './sortable.module.css';

interface SortableAreaProps {
  readonly size: number;
  nameAt(index: number): string;
  move(from: number, to: number): void;
  readonly children: ReactNode;
}

const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/** Wraps one sortable list: by pointer, by touch, or by keyboard with each item's handle. */
export function SortableArea({ size, nameAt, move, children }: SortableAreaProps) {
  const position = (index: number) => t('position {{index}} of {{size}}', { index: index + 1, size });
  return (
    <DragDropContext
      nonce={nonce()}
      dragHandleUsageInstructions={t(
        'Press Space to pick this up, the arrow keys to move it, Space to drop it, Escape to cancel.',
      )}
      onDragStart={({ source }, { announce }) =>
        announce(
          t('{{nameAt}} picked up, {{position}}.', {
            nameAt: nameAt(source.index),
            position: position(source.index),
          }),
        )
      }
      onDragUpdate={({ destination }, { announce }) => {
        if (destination) announce(t('Now {{position}}.', { position: position(destination.index) }));
      }}
      onDragEnd={({ source, destination }, { announce }) => {
        if (!destination || destination.index === source.index) return announce(t('Not moved.'));
        announce(
          t('{{nameAt}} dropped, {{position}}.', {
            nameAt: nameAt(source.index),
            position: position(destination.index),
          }),
        );
        move(source.index, destination.index);
      }}
    >
      {children}
    </DragDropContext>
  );
}

/**
 * Dropped items stay where they were dropped until `move` is done: then the list shows the new order, or the old one.
 */
export function useDropped<Item>(
  items: readonly Item[],
  move: (items: readonly Item[], from: number, to: number) => Promise<void>,
) {
  const [dropped, setDropped] = useState<readonly Item[] | null>(null);
  const shown = dropped ?? items;
  const drop = async (from: number, to: number) => {
    const next = [...shown];
    next.splice(to, 0, ...next.splice(from, 1));
    setDropped(next);
    await move(items, from, to);
    setDropped(null);
  };
  return { shown, drop };
}

interface SortableProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  keyOf(item: Item): string;
  nameOf(item: Item, index: number): string;
  move(from: number, to: number): void;
  children(item: Item, index: number, handle: ReactNode): ReactNode;
}

/** A list whose order people change. Rows of a table: row-drag.tsx. */
export function Sortable<Item>({ label, items, keyOf, nameOf, move, children }: SortableProps<Item>) {
  const nameAt = (index: number) => {
    const item = items[index];
    return item === undefined ? '' : nameOf(item, index);
  };
  return (
    <SortableArea size={items.length} nameAt={nameAt} move={move}>
      <Droppable droppableId="items">
        {(list) => (
          <ol ref={list.innerRef} {...list.droppableProps} className="k-full" aria-label={label}>
            {items.map((item, index) => (
              // The handle is a button, and by default dnd does not start a drag on buttons.
              <Draggable
                key={keyOf(item)}
                draggableId={keyOf(item)}
                index={index}
                disableInteractiveElementBlocking
              >
                {(each, { isDragging }) => (
                  <li
                    ref={each.innerRef}
                    {...each.draggableProps}
                    className={styles.item}
                    data-dragging={isDragging || undefined}
                  >
                    {children(item, index, <DragHandle handle={each.dragHandleProps} name={nameAt(index)} />)}
                  </li>
                )}
              </Draggable>
            ))}
            {list.placeholder}
          </ol>
        )}
      </Droppable>
    </SortableArea>
  );
}

interface DragHandleProps {
  readonly handle: DraggableProvidedDragHandleProps | null;
  readonly name: string;
}

/** The button to drag an item by. */
export function DragHandle({ handle, name }: DragHandleProps) {
  return (
    <button {...handle} type="button" className={styles.handle} aria-label={t('Move {{name}}', { name })}>
      <Icon of={IconGripVertical} size={18} />
    </button>
  );
}
