import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { keyOf } from '#platform/web/api/queries.ts';
import { changesIn } from '#platform/web/forms/form-changes.ts';
import { type ItemChange, listChanges } from '../../contract/changes.ts';
import type { ItemKind } from '../../contract/items.ts';
import { readSite } from '../../contract/site.ts';
import { showServerErrors, useContentForm } from './form/use-content-form.ts';
import { itemCallsOf } from './model/calls-of.ts';
import type { Values } from './model/field-spec.ts';
import { ITEM_SPECS } from './model/item-specs.ts';
import { toContent, toForm } from './model/paired.ts';

/** An entry as it was read, or as somebody else has left it. */
export type StoredItem = Values & { readonly id: string; readonly version: number };

export interface ItemWorkParts {
  readonly kind: ItemKind;
  /** Null for a new one. */
  readonly item: StoredItem | null;
  /** What somebody typed here before, in place of what is stored. */
  readonly mine?: Values | undefined;
  /** It has been saved; what it is now. */
  onSaved?(item: { readonly id: string; readonly version: number }): unknown;
}

/**
 * The form over one entry of a list. Of a stored one only the fields are sent that were changed, with the version that was
 * seen: who was slower than a colleague is shown what differs, and chooses.
 */
export function useItemWork({ kind, item, mine, onSaved }: ItemWorkParts) {
  const { fields } = ITEM_SPECS[kind];
  const calls = itemCallsOf(kind);
  const [begun] = useState(() => toContent(fields, toForm(fields, item ?? {})));
  const [saved, setSaved] = useState(begun);
  const [count, setCount] = useState(0);
  const form = useContentForm({ fields, schema: calls.add.body, begun: mine ?? begun });
  const base = useRef({ content: begun, version: item?.version });
  const [theirs, setTheirs] = useState<ItemChange | null>(null);
  const client = useQueryClient();

  /** What is sent from now on is compared with this. */
  function begin(content: Values, version: number): void {
    base.current = { content, version };
    setSaved(content);
  }

  async function send(): Promise<void> {
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return;
    const content = toContent(fields, form.getValues());
    const { content: before, version } = base.current;
    const changed = { ...changesIn(content, before), ...zhOf(content, before), version };
    const reply =
      item === null
        ? await callApi(calls.add, { body: content as never })
        : await callApi(calls.update, { params: { id: item.id }, body: changed as never });
    begin(content, reply.version);
    setCount((times) => times + 1);
    for (const call of [calls.list, listChanges]) void client.invalidateQueries({ queryKey: keyOf(call) });
    void client.invalidateQueries({ queryKey: keyOf(readSite) });
    await onSaved?.(reply);
  }

  const { submit, problem, isSending } = useSubmit(send, async (error) => {
    if (item === null || error.code !== 'content_changed') return showServerErrors(form, fields, error);
    setTheirs(await lastChange(item.id));
    return true;
  });

  /** What somebody else saved has been seen: it is replaced. */
  async function keepMine(): Promise<void> {
    if (theirs === null) return;
    begin(toContent(fields, toForm(fields, theirs.content)), theirs.version);
    setTheirs(null);
    await submit();
  }
  const content = () => toContent(fields, form.getValues());
  return { form, fields, saved, submit, problem, isSending, count, theirs, keepMine, content };
}

/** One sending at a time. What is refused and not shown elsewhere is a problem of the whole form. */
function useSubmit(
  send: () => Promise<void>,
  showElsewhere: (error: ApiError) => boolean | Promise<boolean>,
) {
  const [problem, setProblem] = useState<Error | null>(null);
  const [isSending, setSending] = useState(false);
  // Two quick presses come before the first is drawn.
  const busy = useRef(false);
  async function submit(event?: { preventDefault(): void }): Promise<void> {
    event?.preventDefault();
    if (busy.current) return;
    busy.current = true;
    setSending(true);
    setProblem(null);
    try {
      await send();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const isShown = error instanceof ApiError && (await showElsewhere(error));
      if (!isShown) setProblem(error);
    } finally {
      busy.current = false;
      setSending(false);
    }
  }
  return { submit, problem, isSending };
}

export type ItemWork = ReturnType<typeof useItemWork>;

async function lastChange(id: string): Promise<ItemChange | null> {
  const { items } = await callApi(listChanges, { query: { id } });
  return items[0] ?? null;
}

/** Chinese goes along whole: what was taken out of it has to be said. */
function zhOf(content: Values, saved: Values): Values {
  const [now, before] = [content.zh ?? {}, saved.zh ?? {}];
  return JSON.stringify(now) === JSON.stringify(before) ? {} : { zh: now };
}
