import { useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { changesIn, isSame } from '#platform/web/forms/form-changes.ts';
import { t } from '#platform/web/i18n/office.ts';
import { EditableBy } from '#platform/web/office/editable-by.tsx';
import { Panel } from '#platform/web/office/record.tsx';
import { RecordForm } from '#platform/web/office/record-form.tsx';
import { type ItemKind, itemsOf } from '../../contract/items.ts';
import { listChanges, readSite } from '../../contract/site.ts';
import { inLanguage } from '../../rules/in-language.ts';
import { ChangedMeanwhile } from './block-editor.tsx';
import { ContentFields } from './content-fields.tsx';
import formStyles from './form.module.css';
import { toContent, type Values } from './form-values.ts';
import { PreviewPane } from './preview-pane.tsx';
import styles from './site.module.css';
import { SavedContext, useContentForm } from './use-content-form.ts';
import { isContentChanged } from './use-draft.ts';

export type StoredItem = Values & { readonly id: string; readonly version: number };

interface ItemEditorProps {
  readonly kind: ItemKind;
  /** Null for a new one. */
  readonly item: StoredItem | null;
  /** Called after saving, with the current state. */
  readonly onSaved?: ((item: { readonly id: string; readonly version: number }) => unknown) | undefined;
}

/** The form of one list entry; saving publishes it. */
export function ItemEditor(props: ItemEditorProps) {
  const { kind, item } = props;
  const [count, setCount] = useState(0);
  const list = useCall(itemsOf(kind).list, { query: { size: 200 } });
  const load = async () => {
    await list.refetch();
    setCount(count + 1);
  };
  const stored = list.data?.items.find(({ id }) => id === item?.id) ?? item;
  return (
    <EditableBy call={itemsOf(kind).update}>
      <Editor key={count} {...props} item={stored} items={list.data?.items ?? []} load={load} />
    </EditableBy>
  );
}

interface EditorProps extends ItemEditorProps {
  readonly items: readonly StoredItem[];
  load(): Promise<void>;
}

function Editor({ kind, item, items, load, onSaved }: EditorProps) {
  const { one, page, fields, rich, ...calls } = itemsOf(kind);
  const form = useItemForm({ kind, item, onSaved });
  const content = toContent(fields, form.values);
  const changedNames = Object.entries(fields)
    .filter(([name]) => !isSame(form.values[name], form.saved[name]))
    .map(([, { label }]) => label);
  return (
    <FormProvider {...form.methods}>
      <SavedContext value={form.saved}>
        <RecordForm
          ofAddress
          form={{ ...form, changedNames }}
          save={item === null ? t('Add {{one}}', { one }) : t('Save {{one}}', { one })}
          problem={isContentChanged(form.problem) && <ChangedMeanwhile onLoad={() => void load()} />}
        >
          <div className={`k-stack k-gap-16 k-mb-24 ${styles.columns}`}>
            <div className="k-stack k-gap-16">
              <Panel title={t('On the site')} note={t('Visitors see it as soon as it is saved.')}>
                <div className={`k-stack k-gap-16 ${formStyles.fields}`}>
                  <ContentFields fields={fields} />
                </div>
              </Panel>
              {item !== null && (
                <p>
                  <TextLink href={`/admin/cms/changes?id=${item.id}`}>{t('Earlier versions')}</TextLink>
                </p>
              )}
            </div>
            <PreviewPane
              page={page}
              name={kind}
              content={content}
              schema={calls.add.body}
              rich={rich}
              patch={(shown, language) => {
                const mine = { ...shown, id: item?.id ?? 'new' };
                const others = items.map((each) => (each.id === item?.id ? mine : each));
                const all: readonly object[] = item === null ? [...others, mine] : others;
                return { [kind]: all.map((each) => inLanguage(each, language)) };
              }}
            />
          </div>
        </RecordForm>
      </SavedContext>
    </FormProvider>
  );
}

/** For an existing entry only the changed fields are sent, with the version that was read. */
function useItemForm({ kind, item, onSaved }: ItemEditorProps) {
  const { fields, ...calls } = itemsOf(kind);
  const refresh = [calls.list, listChanges, readSite];
  const add = useAct(calls.add, { refresh });
  const update = useAct(calls.update, { refresh });
  const version = useRef(item?.version);
  const form = useContentForm({
    fields,
    schema: calls.add.body,
    begun: item ?? {},
    send: (content) => {
      if (item === null) return add.mutateAsync({ body: content as never });
      const changed = changesIn(withChinese(content), withChinese(toContent(fields, form.saved)));
      return update.mutateAsync({
        params: { id: item.id },
        body: { ...changed, version: version.current } as never,
      });
    },
    onSaved: (saved) => {
      version.current = saved.version;
      return onSaved?.(saved);
    },
  });
  return form;
}

/** The translation is sent as a whole, so that removed texts are removed. */
function withChinese(content: Values): Values {
  return { ...content, zh: content.zh ?? {} };
}

/** Deletes an entry. Undo restores it at its former position. */
export function useDeleteItem(kind: ItemKind) {
  const toast = useToast();
  const calls = itemsOf(kind);
  const refresh = [calls.list, readSite, listChanges];
  const remove = useAct(calls.remove, { refresh });
  const restore = useAct(calls.restore, { refresh });
  return async ({ id }: { readonly id: string }, name: string): Promise<void> => {
    const params = { id };
    const undo = () =>
      restore
        .mutateAsync({ params, body: {} })
        .catch(({ message }: Error) =>
          toast.fail({ text: t('{{name}} was not restored. {{message}}', { name, message }) }),
        );
    await remove.mutateAsync({ params }).then(
      () => toast.show({ text: t('{{name}} was deleted.', { name }), undo: () => void undo() }),
      ({ message }: Error) =>
        toast.fail({ text: t('{{name}} was not deleted. {{message}}', { name, message }) }),
    );
  };
}
