import { useWatch } from 'react-hook-form';
import { useCall } from '#platform/web/api/queries.ts';
import type { ItemKind } from '../../../contract/items.ts';
import { inLanguage } from '../../../rules/in-language.ts';
import { RICH_OF_ITEM } from '../../../rules/rich.ts';
import { type ContentForm, wrongIn } from '../form/use-content-form.ts';
import { itemCallsOf } from '../model/calls-of.ts';
import { ITEM_SPECS } from '../model/item-specs.ts';
import { toContent } from '../model/paired.ts';
import { PreviewPane } from './preview-pane.tsx';

interface ItemPreviewProps {
  readonly kind: ItemKind;
  readonly form: ContentForm;
  /** Null for a new one. */
  readonly id: string | null;
}

/** The page with this entry as it stands in the form; a new one comes last. */
export function ItemPreview({ kind, form, id }: ItemPreviewProps) {
  const { page, fields } = ITEM_SPECS[kind];
  const calls = itemCallsOf(kind);
  const content = toContent(fields, useWatch({ control: form.control }));
  const isValid = wrongIn(calls.add.body, content).length === 0;
  const stored = useCall(calls.list, { query: { size: 200 } }).data?.items ?? [];
  const mine = { ...content, id: id ?? 'new' };
  const entries: readonly object[] = stored.map((item) => (item.id === id && isValid ? mine : item));
  const all = id === null && isValid ? [...entries, mine] : entries;
  return (
    <PreviewPane
      page={page}
      name={kind}
      isBehind={!isValid}
      rich={RICH_OF_ITEM[kind]}
      patch={(language) => ({ [kind]: all.map((item) => inLanguage(item, language)) })}
    />
  );
}
