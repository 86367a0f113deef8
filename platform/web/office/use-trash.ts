import type { ApiError } from '../api/api-error.ts';
import type { Callable } from '../api/callable.ts';
import { sendCall } from '../api/queries.ts';
import { t } from '../i18n/office.ts';
import { type BulkTask, type Remedy, useBulk } from './use-bulk.ts';

interface TrashCalls {
  readonly trash: Callable;
  readonly untrash: Callable;
}

export interface Trashable<Item> {
  /** None if records cannot be trashed. */
  readonly calls: TrashCalls | undefined;
  /** `cleaners`. */
  readonly many: string;
  nameOf(item: Item): string;
  /** What to do first if one could not be trashed. */
  readonly beforeTrash?: ((id: string, refusal: ApiError) => Remedy | null) | undefined;
}

export interface TrashTasks<Item> {
  readonly trash: BulkTask<Item>;
  readonly restore: BulkTask<Item>;
}

/** Trashes and restores records, one or several; both can be undone. */
export function trashTasks<Item extends { readonly id: string }>({
  calls,
  many,
  nameOf,
  beforeTrash,
}: Trashable<Item>): TrashTasks<Item> | undefined {
  if (calls === undefined) return undefined;
  const what = (items: readonly Item[]) => {
    const [first] = items;
    return items.length === 1 && first !== undefined
      ? t('{{name}} is', { name: nameOf(first) })
      : t('{{count}} {{many}} are', { count: items.length, many });
  };
  const trash: BulkTask<Item> = {
    doing: t('Moving to the trash'),
    done: (items) => t('{{what}} in the trash.', { what: what(items) }),
    failed: t('was not moved to the trash'),
    remedy: ({ id }, error) => beforeTrash?.(id, error) ?? null,
    apply: ({ id }) => sendCall(calls.trash, { params: { id } }),
  };
  const restore: BulkTask<Item> = {
    doing: t('Restoring'),
    done: (items) => t('{{what}} restored.', { what: what(items) }),
    failed: t('was not restored'),
    apply: ({ id }) => sendCall(calls.untrash, { params: { id } }),
  };
  return { trash: { ...trash, undo: restore }, restore: { ...restore, undo: trash } };
}

/** The same for a record on its page. */
export function useTrash<Item extends { readonly id: string }>(
  of: Trashable<Item> & { readonly refresh: readonly Callable[] },
) {
  const { run } = useBulk(of);
  const tasks = trashTasks(of);
  return {
    trash: async (item: Item) => {
      if (tasks) await run([item], tasks.trash);
    },
    restore: async (item: Item) => {
      if (tasks) await run([item], tasks.restore);
    },
  };
}
