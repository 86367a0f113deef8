import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import type { Callable } from '../api/callable.ts';
import { keyOf, sendCall } from '../api/queries.ts';
import { useToast } from '../design/parts/toast.tsx';

interface TrashCalls {
  readonly trash: Callable;
  readonly untrash: Callable;
}

export interface Trashable<Item> {
  /** None if records cannot be trashed: then nothing happens. */
  readonly calls: TrashCalls | undefined;
  /** `cleaner`, `cleaners`. */
  readonly one: string;
  readonly many: string;
  nameOf(item: Item): string;
  /** Reads that show them. */
  readonly refresh: readonly Callable[];
}

/** Concurrent requests: trashing a page of a hundred must not block everyone else's. */
const AT_ONCE = 4;

/** Trashes and restores records in bulk; can be undone for 8 s. */
export function useTrash<Item extends { readonly id: string }>(of: Trashable<Item>) {
  const toast = useToast();
  const client = useQueryClient();

  const { calls } = of;

  async function execute(items: readonly Item[], into: 'trash' | 'untrash', again: boolean): Promise<void> {
    const call = calls?.[into];
    if (call === undefined) return;
    const { done, failed } = await inTurns(items, (item) => sendCall(call, { params: { id: item.id } }));
    await Promise.all(of.refresh.map((read) => client.invalidateQueries({ queryKey: keyOf(read) })));
    const back = () => void execute(done, into === 'trash' ? 'untrash' : 'trash', false);
    if (done.length > 0) toast.show({ text: doneText(of, done, into), undo: again ? back : undefined });
    for (const [item, error] of failed)
      toast.fail({
        icon: IconAlertTriangle,
        text: `${of.nameOf(item)} was not ${VERBS[into]}. ${error.message}`,
      });
  }

  return {
    trash: (items: readonly Item[]) => execute(items, 'trash', true),
    restore: (items: readonly Item[]) => execute(items, 'untrash', true),
  };
}

function doneText<Item>(of: Trashable<Item>, done: readonly Item[], into: 'trash' | 'untrash'): string {
  const [first] = done;
  const what = done.length === 1 && first !== undefined ? of.nameOf(first) : `${done.length} ${of.many}`;
  const verb = done.length === 1 ? 'is' : 'are';
  return into === 'trash' ? `${what} ${verb} in the trash.` : `${what} ${verb} restored.`;
}

const VERBS = { trash: 'moved to the trash', untrash: 'restored' };

async function inTurns<Item>(items: readonly Item[], act: (item: Item) => Promise<unknown>) {
  const waiting = [...items];
  const done: Item[] = [];
  const failed: [Item, ApiError][] = [];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await act(item);
        done.push(item);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        failed.push([item, error]);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { done, failed };
}
