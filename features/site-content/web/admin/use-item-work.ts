import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { keyOf } from '#platform/web/api/queries.ts';
import { changesIn } from '#platform/web/forms/form-changes.ts';
import type { ItemKind } from '../../contract/items.ts';
import { readSite } from '../../contract/site.ts';
import { showServerErrors, useContentForm } from './form/use-content-form.ts';
import { itemCallsOf } from './model/calls-of.ts';
import type { Values } from './model/field-spec.ts';
import { ITEM_SPECS } from './model/item-specs.ts';
import { toContent, toForm } from './model/paired.ts';

export interface ItemWorkParts {
  readonly kind: ItemKind;
  /** Null for a new one. */
  readonly item: (Values & { readonly id: string }) | null;
  /** It has been saved; what it is now. */
  onSaved?(item: { readonly id: string }): unknown;
}

/** The form over one entry of a list. Of a stored one only the fields are sent that were changed. */
export function useItemWork({ kind, item, onSaved }: ItemWorkParts) {
  const { fields } = ITEM_SPECS[kind];
  const calls = itemCallsOf(kind);
  const [begun] = useState(() => toContent(fields, toForm(fields, item ?? {})));
  const [saved, setSaved] = useState(begun);
  const [count, setCount] = useState(0);
  const form = useContentForm({ fields, schema: calls.add.body, begun });
  const [problem, setProblem] = useState<Error | null>(null);
  const [isSending, setSending] = useState(false);
  const client = useQueryClient();
  // Two quick presses come before the first is drawn.
  const busy = useRef(false);

  async function send(): Promise<void> {
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return;
    const content = toContent(fields, form.getValues());
    const changed = { ...changesIn(content, saved), ...zhOf(content, saved) };
    const reply =
      item === null
        ? await callApi(calls.add, { body: content as never })
        : await callApi(calls.update, { params: { id: item.id }, body: changed as never });
    setSaved(content);
    setCount((times) => times + 1);
    void client.invalidateQueries({ queryKey: keyOf(calls.list) });
    void client.invalidateQueries({ queryKey: keyOf(readSite) });
    await onSaved?.(reply);
  }

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
      const isBeside = error instanceof ApiError && showServerErrors(form, fields, error);
      if (!isBeside) setProblem(error);
    } finally {
      busy.current = false;
      setSending(false);
    }
  }
  return { form, fields, saved, submit, problem, isSending, count };
}

export type ItemWork = ReturnType<typeof useItemWork>;

/** Chinese goes along whole: what was taken out of it has to be said. */
function zhOf(content: Values, saved: Values): Values {
  const [now, before] = [content.zh ?? {}, saved.zh ?? {}];
  return JSON.stringify(now) === JSON.stringify(before) ? {} : { zh: now };
}
