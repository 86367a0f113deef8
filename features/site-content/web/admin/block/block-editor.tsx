import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { callApi } from '#platform/web/api/api.ts';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { Panel } from '#platform/web/office/record.tsx';
import type { BlockState } from '../../../contract/overview.ts';
import { ContentFields } from '../form/content-fields.tsx';
import { EntriesDrag } from '../form/entries-drag.tsx';
import formStyles from '../form/form.module.css';
import { Places } from '../form/places.tsx';
import { ShownContext } from '../form/plain-inputs.tsx';
import { BLOCK_SPECS } from '../model/block-specs.ts';
import { callsOf } from '../model/calls-of.ts';
import { BlockPreview } from '../preview/block-preview.tsx';
import { Versions } from '../versions/versions.tsx';
import styles from './block.module.css';
import { BlockBar } from './block-bar.tsx';
import { Conflict, type Theirs } from './conflict.tsx';
import { useBlockWork, type WorkStart } from './use-block-work.ts';

interface BlockEditorProps {
  readonly state: BlockState;
}

/** The work on one block. What is restored, discarded or taken from a colleague begins a new form. */
export function BlockEditor({ state }: BlockEditorProps) {
  const [start, setStart] = useState<WorkStart & { readonly count: number }>({ state, count: 0 });
  const begin = (next: WorkStart) => setStart(({ count }) => ({ ...next, count: count + 1 }));
  return <Work key={start.count} start={start} begin={begin} />;
}

interface WorkProps {
  readonly start: WorkStart;
  begin(start: WorkStart): void;
}

function Work({ start, begin }: WorkProps) {
  const { name } = start.state;
  const spec = BLOCK_SPECS[name];
  const work = useBlockWork(start);
  const toast = useToast();
  const latest = async () => (await work.cache.read()) ?? start.state;

  const takeTheirs = (theirs: BlockState) => {
    const mine = work.content();
    begin({ state: theirs });
    toast.show({ text: 'Theirs is in the form.', undo: () => begin({ state: theirs, mine }) });
  };
  /** True once all that was typed is kept, and nobody else has kept or published anything since. */
  const isAlone = async () => (await work.flush())?.kind !== 'conflict' && (await work.isAlone());

  const discard = async () => {
    if (!(await isAlone())) return;
    const mine = work.content();
    await callApi(callsOf(name).discardDraft);
    const state = await latest();
    begin({ state });
    toast.show({ text: 'Draft discarded.', undo: () => begin({ state, mine }) });
  };
  const restore = async (version: number) => {
    if (!(await isAlone())) return;
    const before = await latest();
    await callApi(callsOf(name).restore, { body: { version } });
    work.cache.refreshSite();
    begin({ state: await latest() });
    const undo = async () => {
      await callApi(callsOf(name).restore, { body: { version: before.version } });
      const state = await latest();
      work.cache.refreshSite();
      begin(before.draft ? { state, mine: before.draft.content } : { state });
    };
    toast.show({ text: `Version ${version} is on the site again.`, undo: () => void undo() });
  };

  return (
    <FormProvider {...work.form}>
      <ShownContext value={work.shown}>
        <form
          noValidate
          className={styles.work}
          onSubmit={(event) => event.preventDefault()}
          aria-label={spec.title}
        >
          <div className={styles.columns}>
            <div className={styles.main}>
              {work.theirs && (
                <Conflict
                  fields={spec.fields}
                  theirs={whatTheyDid(work.theirs)}
                  mine={work.content()}
                  onMine={work.keepMine}
                  onTheirs={() => work.theirs && takeTheirs(work.theirs)}
                />
              )}
              <Panel title={spec.title} note={spec.about}>
                <Places />
                <EntriesDrag>
                  <div className={formStyles.fields}>
                    <ContentFields fields={spec.fields} />
                  </div>
                </EntriesDrag>
              </Panel>
              <Versions name={name} onRestore={restore} />
            </div>
            <BlockPreview name={name} form={work.form} />
          </div>
          <BlockBar work={work} title={spec.title} onDiscard={discard} />
        </form>
      </ShownContext>
    </FormProvider>
  );
}

function whatTheyDid({ draft, content, by, updatedAt }: BlockState): Theirs {
  return draft
    ? { by: draft.by, did: 'kept a draft', at: draft.savedAt, content: draft.content }
    : { by, did: 'published this', at: updatedAt, content };
}
