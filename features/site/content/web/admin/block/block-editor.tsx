import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { callApi } from '#platform/web/api/api.ts';
import { keyOf, queryOf } from '#platform/web/api/queries.ts';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { Panel } from '#platform/web/office/record.tsx';
import { type BlockState, readBlocks } from '../../../contract/overview.ts';
import { readSite } from '../../../contract/site.ts';
import { inLanguage } from '../../../rules/in-language.ts';
import { RICH } from '../../../rules/rich.ts';
import { ContentFields } from '../form/content-fields.tsx';
import formStyles from '../form/form.module.css';
import { Placeholders } from '../form/placeholders.tsx';
import { SavedContext, useContentForm } from '../form/use-content-form.ts';
import { BLOCK_SPECS } from '../model/block-specs.ts';
import { callsOf } from '../model/calls-of.ts';
import type { Values } from '../model/field-spec.ts';
import { toContent } from '../model/paired.ts';
import { PreviewPane } from '../preview/preview-pane.tsx';
import { Versions } from '../versions/versions.tsx';
import styles from './block.module.css';
import { BlockBar } from './block-bar.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { isContentChanged, useDraft } from './use-draft.ts';

/** The initial state of the editor. */
interface Start {
  readonly state: BlockState;
  /** Replaces the draft: the previous values of the form, which are saved at once. */
  readonly mine?: Values;
}

/** The editor of one block. Restoring, discarding or loading starts a new form. */
export function BlockEditor({ state }: { readonly state: BlockState }) {
  const [start, setStart] = useState<Start & { readonly count: number }>({ state, count: 0 });
  const begin = (next: Start) => setStart(({ count }) => ({ ...next, count: count + 1 }));
  return <Work key={start.count} {...start} begin={begin} />;
}

interface WorkProps extends Start {
  begin(start: Start): void;
}

function Work({ state, mine, begin }: WorkProps) {
  const { name } = state;
  const { title, about, page, fields } = BLOCK_SPECS[name];
  const calls = callsOf(name);
  const toast = useToast();
  const { latest, refresh } = useBlockReads(state);
  const form = useContentForm({
    fields,
    schema: calls.content,
    begun: mine ?? state.draft?.content ?? state.content,
    shown: state.content,
    send: async (sent) => {
      const seen = await draft.settle();
      const reply = await callApi(calls.save, { body: { ...sent, ...seen } as never });
      draft.published(reply.version, sent);
      return reply;
    },
    onSaved: async () => {
      toast.show({ text: `${title} is on the site.` });
      await refresh();
    },
  });
  const content = toContent(fields, form.values);
  const draft = useDraft({ block: state, fields, content, isPublishing: form.sending });
  const isConflict = draft.state === 'conflict' || isContentChanged(form.problem);

  const discard = async () => {
    await draft.settle();
    if (draft.checkStale(await latest())) return;
    await callApi(calls.discardDraft);
    const now = await latest();
    begin({ state: now });
    toast.show({ text: 'Draft discarded.', undo: () => begin({ state: now, mine: content }) });
  };
  const restore = async (version: number) => {
    await draft.settle();
    const before = await latest();
    if (draft.checkStale(before)) return;
    await callApi(calls.restore, { body: { version } });
    begin({ state: await latest() });
    await refresh();
    const undo = async () => {
      await callApi(calls.restore, { body: { version: before.version } });
      const now = await latest();
      begin(before.draft ? { state: now, mine: before.draft.content } : { state: now });
      await refresh();
    };
    toast.show({ text: `Version ${version} is on the site again.`, undo: () => void undo() });
  };

  return (
    <FormProvider {...form.methods}>
      <SavedContext value={form.saved}>
        <form
          noValidate
          className={styles.work}
          onSubmit={(event) => event.preventDefault()}
          aria-label={title}
        >
          <div className={styles.columns}>
            <div className={styles.main}>
              <Panel title={title} note={about}>
                <Placeholders />
                <div className={formStyles.fields}>
                  <ContentFields fields={fields} />
                </div>
              </Panel>
              <Versions name={name} onRestore={restore} />
            </div>
            <PreviewPane
              page={page}
              name={name}
              content={content}
              schema={calls.content}
              heading={typeof content.title === 'string' ? content.title : ''}
              rich={RICH}
              patch={(shown, language) => ({ [name]: inLanguage(shown, language) })}
            />
          </div>
          {isConflict && (
            <ChangedMeanwhile onLoad={() => void latest().then((now) => begin({ state: now }))} />
          )}
          <BlockBar form={form} draft={draft} isConflict={isConflict} onDiscard={discard} />
        </form>
      </SavedContext>
    </FormProvider>
  );
}

/** The block as currently stored, and the queries to invalidate after a change. */
function useBlockReads(state: BlockState) {
  const client = useQueryClient();
  const { name } = state;
  return {
    latest: async (): Promise<BlockState> => {
      const { blocks } = await client.fetchQuery({ ...queryOf(readBlocks, {}), staleTime: 0 });
      return blocks.find((block) => block.name === name) ?? state;
    },
    refresh: () =>
      Promise.all(
        [readBlocks, readSite, callsOf(name).versions].map((read) =>
          client.invalidateQueries({ queryKey: keyOf(read) }),
        ),
      ),
  };
}
