import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../api/api-error.ts';
import type { Callable } from '../api/callable.ts';
import { keyOf } from '../api/queries.ts';
import { useToast } from '../design/parts/toast.tsx';
import { t } from '../i18n/office.ts';
import { failureText } from './failure-text.tsx';

/** The same change to several records, one request for each. */
export interface BulkTask<Item> {
  /** While it runs: "Assigning". */
  readonly doing: string;
  /** The sentence about those that are changed: "3 jobs are assigned to Mei Ling." */
  done(items: readonly Item[]): string;
  /** After the name of one that could not be changed: "was not assigned". */
  readonly failed: string;
  /** Rejects with an `ApiError` if the record cannot be changed. */
  apply(item: Item): Promise<unknown>;
  /** What to do first if a single record could not be changed. */
  remedy?(item: Item, error: ApiError): Remedy | null;
  /** For changes that can be in each other's way: one after another, in this order. Default 4 at once. */
  inOrder?(a: Item, b: Item): number;
  /** Undoes it for those that are changed. None: there is no Undo. */
  readonly undo?: BulkTask<Item>;
}

/** A page on which to do what is missing. */
export interface Remedy {
  readonly label: string;
  readonly to: string;
}

export interface BulkProgress {
  readonly doing: string;
  /** Requests answered. */
  readonly finished: number;
  readonly total: number;
  /** Leaves the others as they are. */
  stop(): void;
}

interface Bulk<Item> {
  /** Null while nothing runs. */
  readonly progress: BulkProgress | null;
  /** Resolves with the ids of those that were changed. Waits for the task before it. */
  run(items: readonly Item[], task: BulkTask<Item>): Promise<ReadonlySet<string>>;
}

interface Records<Item> {
  nameOf(item: Item): string;
  /** Reads that show them. */
  readonly refresh: readonly Callable[];
}

/** Concurrent requests, by default: a change of a hundred rows must not block everyone else. */
const MAX_CONCURRENT = 4;

/** Changes records in bulk, with progress, Stop, the reason for each that could not be changed, and Undo for 8 s. */
export function useBulk<Item extends { readonly id: string }>({
  nameOf,
  refresh,
}: Records<Item>): Bulk<Item> {
  const toast = useToast();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const previous = useRef<Promise<unknown>>(Promise.resolve());
  useWarnBeforeLeaving(progress !== null);

  function run(items: readonly Item[], task: BulkTask<Item>): Promise<ReadonlySet<string>> {
    const next = previous.current.then(() => runNow(items, task));
    previous.current = next.catch(() => undefined);
    return next;
  }

  async function runNow(items: readonly Item[], task: BulkTask<Item>): Promise<ReadonlySet<string>> {
    let isStopped = false;
    const stop = () => {
      isStopped = true;
    };
    const show = (finished: number) =>
      setProgress({ doing: task.doing, finished, total: items.length, stop });
    show(0);
    const { changed, failures } = await applyToAll(items, task, {
      isStopped: () => isStopped,
      onProgress: show,
    });
    await Promise.all(refresh.map((read) => client.invalidateQueries({ queryKey: keyOf(read) })));
    setProgress(null);
    const { undo } = task;
    const left = items.length - changed.length - failures.length;
    const text = [
      changed.length > 0 && task.done(changed),
      left > 0 &&
        (left === 1
          ? t('Stopped. {{left}} was not changed.', { left })
          : t('Stopped. {{left}} were not changed.', { left })),
    ].filter((sentence) => sentence !== false);
    if (text.length > 0)
      toast.show({
        text: text.join(' '),
        undo: undo && changed.length > 0 ? () => void run(changed, undo) : undefined,
      });
    if (failures.length > 0) {
      const sentences = failures.map(({ item, error }) => `${nameOf(item)} ${task.failed}. ${error.message}`);
      const [only] = items.length === 1 ? failures : [];
      const remedy = only === undefined ? null : (task.remedy?.(only.item, only.error) ?? null);
      const action = remedy && { label: remedy.label, onPress: () => void navigate(remedy.to) };
      toast.fail({ icon: IconAlertTriangle, text: failureText(sentences), action: action ?? undefined });
    }
    return new Set(changed.map(({ id }) => id));
  }

  return { progress, run };
}

interface Steps {
  isStopped(): boolean;
  onProgress(finished: number): void;
}

interface Failure<Item> {
  readonly item: Item;
  readonly error: ApiError;
}

async function applyToAll<Item>(
  items: readonly Item[],
  { apply, inOrder }: BulkTask<Item>,
  { isStopped, onProgress }: Steps,
) {
  const waiting = inOrder ? items.toSorted(inOrder) : [...items];
  const changed: Item[] = [];
  const failures: Failure<Item>[] = [];
  const work = async () => {
    while (!isStopped()) {
      const item = waiting.shift();
      if (item === undefined) return;
      try {
        await apply(item);
        changed.push(item);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        failures.push({ item, error });
      }
      onProgress(changed.length + failures.length);
    }
  };
  await Promise.all(Array.from({ length: inOrder ? 1 : MAX_CONCURRENT }, work));
  return { changed, failures };
}

/** Closing the tab would leave the remaining records unchanged. */
function useWarnBeforeLeaving(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isRunning]);
}
