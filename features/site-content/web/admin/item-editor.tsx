import { type ReactNode, useState } from 'react';
import { FormProvider, useFormState, useWatch } from 'react-hook-form';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { Panel } from '#platform/web/office/record.tsx';
import { RecordForm } from '#platform/web/office/record-form.tsx';
import styles from './block/block.module.css';
import { Conflict } from './block/conflict.tsx';
import { ContentFields } from './form/content-fields.tsx';
import formStyles from './form/form.module.css';
import { ShownContext } from './form/plain-inputs.tsx';
import { differencesOf } from './model/differences.ts';
import type { Values } from './model/field-spec.ts';
import { ITEM_SPECS } from './model/item-specs.ts';
import { toForm } from './model/paired.ts';
import { ItemPreview } from './preview/item-preview.tsx';
import { type ItemWork, type ItemWorkParts, type StoredItem, useItemWork } from './use-item-work.ts';

/** The form over one entry of a list: it is on the site as soon as it is saved. */
export function ItemEditor(props: ItemWorkParts) {
  const [start, setStart] = useState<Start & { readonly count: number }>({ count: 0 });
  const begin = (next: Start) => setStart(({ count }) => ({ ...next, count: count + 1 }));
  const { count, item = props.item, mine } = start;
  return <Editor key={count} {...props} item={item} mine={mine} begin={begin} />;
}

/** Where another form begins: with what is stored, unless it says otherwise. */
interface Start {
  readonly item?: StoredItem;
  readonly mine?: Values;
}

interface EditorProps extends ItemWorkParts {
  begin(start: Start): void;
}

function Editor({ begin, ...parts }: EditorProps) {
  const { kind, item } = parts;
  const { one, fields } = ITEM_SPECS[kind];
  const work = useItemWork(parts);
  const { theirs } = work;
  const toast = useToast();
  const takeTheirs = () => {
    if (theirs === null) return;
    const [mine, stored] = [
      work.content(),
      { ...theirs.content, id: theirs.itemID, version: theirs.version },
    ];
    begin({ item: stored });
    toast.show({ text: 'Theirs is in the form.', undo: () => begin({ item: stored, mine }) });
  };
  return (
    <FormProvider {...work.form}>
      <ShownContext value={item === null ? null : toForm(fields, work.saved)}>
        <Saving work={work} save={item === null ? `Add ${one}` : `Save ${one}`} undo={() => begin({})}>
          <div className={styles.columns}>
            <div className={styles.main}>
              {theirs && (
                <div ref={bringIntoView}>
                  <Conflict
                    fields={fields}
                    theirs={{ ...theirs, at: theirs.createdAt, did: 'saved this' }}
                    mine={work.content()}
                    onMine={work.keepMine}
                    onTheirs={takeTheirs}
                  />
                </div>
              )}
              <Panel title="On the site" note="Visitors see it as soon as it is saved.">
                {/* No entry has a list of its own: nothing is dragged here. */}
                <div className={formStyles.fields}>
                  <ContentFields fields={fields} />
                </div>
              </Panel>
              {item !== null && (
                <p>
                  <TextLink href={`/admin/cms/changes?id=${item.id}`}>What it said before</TextLink>
                </p>
              )}
            </div>
            <ItemPreview kind={kind} form={work.form} id={item?.id ?? null} />
          </div>
        </Saving>
      </ShownContext>
    </FormProvider>
  );
}

/** The press that found it out was at the foot of the form. */
function bringIntoView(place: HTMLElement | null): void {
  place?.scrollIntoView({ block: 'center' });
}

interface SavingProps {
  readonly work: ItemWork;
  readonly save: string;
  undo(): void;
  readonly children: ReactNode;
}

/** The form element with its bar: what is not saved, by name. */
function Saving({ work, save, undo, children }: SavingProps) {
  const { form, fields, saved, submit, problem, isSending, count } = work;
  const values = useWatch({ control: form.control });
  const { errors } = useFormState({ control: form.control });
  const found = differencesOf(fields, toForm(fields, saved), values);
  return (
    <RecordForm
      ofAddress
      save={save}
      form={{
        problem,
        submit,
        undo,
        timesSaved: count,
        sending: isSending,
        changed: found.length > 0,
        changedNames: found.map(({ where }) => where),
        errors: Object.fromEntries(Object.keys(errors).map((name) => [name, name])),
      }}
    >
      {children}
    </RecordForm>
  );
}
