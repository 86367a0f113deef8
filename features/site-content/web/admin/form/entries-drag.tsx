import { DragDropContext, type DropResult } from '@hello-pangea/dnd';
import { createContext, type ReactNode, use, useEffect, useRef } from 'react';

/** A list whose entries are put into order by hand. */
export interface DraggedList {
  readonly size: number;
  nameAt(place: number): string;
  move(from: number, to: number): void;
}

const ListsContext = createContext<Map<string, DraggedList> | null>(null);

const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/** Around all lists of a form, also those within an entry of another: each keeps its own entries. */
export function EntriesDrag({ children }: { readonly children: ReactNode }) {
  const lists = useRef(new Map<string, DraggedList>());
  const listAt = (id: string) => lists.current.get(id);
  const place = (id: string, at: number) => `place ${at + 1} of ${listAt(id)?.size ?? 0}`;
  const nameOf = ({ droppableId, index }: DropResult['source']) => listAt(droppableId)?.nameAt(index) ?? '';
  return (
    <ListsContext value={lists.current}>
      <DragDropContext
        nonce={nonce()}
        dragHandleUsageInstructions="Press Space to take this entry up, the arrow keys to move it, Space to put it down, Escape to leave it."
        onDragStart={({ source }, { announce }) =>
          announce(`${nameOf(source)} taken up, ${place(source.droppableId, source.index)}.`)
        }
        onDragUpdate={({ destination }, { announce }) => {
          if (destination) announce(`Now ${place(destination.droppableId, destination.index)}.`);
        }}
        onDragEnd={({ source, destination }, { announce }) => {
          if (!destination || destination.index === source.index) return announce('Left where it was.');
          announce(`${nameOf(source)} put down, ${place(source.droppableId, destination.index)}.`);
          listAt(source.droppableId)?.move(source.index, destination.index);
        }}
      >
        {children}
      </DragDropContext>
    </ListsContext>
  );
}

/** Says how the entries of a list are moved, for as long as it is drawn. */
export function useDraggedList(id: string, list: DraggedList): void {
  const lists = use(ListsContext);
  useEffect(() => {
    lists?.set(id, list);
    return () => {
      lists?.delete(id);
    };
  });
}
