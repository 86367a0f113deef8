import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useBeforeUnload } from 'react-router';
import { callApi } from '#platform/web/api/api.ts';
import { keyOf, queryOf, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { UnsavedGuard } from '#platform/web/forms/unsaved-guard.tsx';
import { useOneSubmission } from '#platform/web/forms/use-one-submission.ts';
import { t } from '#platform/web/i18n/office.ts';
import record from '#platform/web/office/record.module.css';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { type BlockName, blockOf, RICH } from '../../contract/blocks.ts';
import { contentErrors } from '../../contract/errors.ts';
import { type BlockState, readBlocks, readPlaceholders, readSite } from '../../contract/site.ts';
import { inLanguage } from '../../rules/in-language.ts';
import { ContentFacts } from './content-facts.tsx';
import { ContentFields } from './content-fields.tsx';
import formStyles from './form.module.css';
import { toContent, type Values } from './form-values.ts';
import { PreviewPane } from './preview-pane.tsx';
import styles from './site.module.css';
import { type ContentForm, SavedContext, useContentForm } from './use-content-form.ts';
import { type BlockDraft, isContentChanged, useDraft } from './use-draft.ts';

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
  return <BlockForm key={start.count} {...start} begin={begin} />;
}

interface WorkProps extends Start {
  begin(start: Start): void;
}

function BlockForm({ state, mine, begin }: WorkProps) {
  const { name } = state;
  const { title, about, page, fields, ...calls } = blockOf(name);
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
      toast.show({ text: t('{{title}} is on the site.', { title }) });
      await refresh();
    },
  });
  const content = toContent(fields, form.values);
  const draft = useDraft({ block: state, content, isPublishing: form.sending });
  const isConflict = draft.state === 'conflict' || isContentChanged(form.problem);

  const discard = async () => {
    await draft.settle();
    if (draft.checkStale(await latest())) return;
    await callApi(calls.discardDraft);
    const now = await latest();
    begin({ state: now });
    toast.show({ text: t('Draft discarded.'), undo: () => begin({ state: now, mine: content }) });
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
    toast.show({
      text: t('Version {{version}} is on the site again.', { version }),
      undo: () => void undo(),
    });
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
          <div className={`k-stack k-gap-16 k-mb-24 ${styles.columns}`}>
            <div className="k-stack k-gap-16">
              <Panel title={title} note={about}>
                <Placeholders />
                <div className={`k-stack k-gap-16 ${formStyles.fields}`}>
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

/** Someone else saved first: the form keeps the user's input until they load the other version. */
export function ChangedMeanwhile({ onLoad }: { onLoad(): void }) {
  const { title, detail } = contentErrors.content_changed;
  return (
    <div role="alert">
      <Notice kind="bad" action={<TextButton onClick={onLoad}>{t('Load their version')}</TextButton>}>
        <b>{`${title}.`}</b> {detail}
      </Notice>
    </div>
  );
}

/** The available placeholders with description and current value. */
function Placeholders() {
  const { data } = useCall(readPlaceholders, { query: { lang: 'en' } });
  if (data === undefined) return null;
  return (
    <details className={formStyles.placeholders}>
      <summary>{t('Placeholders you can use')}</summary>
      <p className={formStyles.note}>
        {t(
          'Type a placeholder with its braces, in either language. Visitors see its value, which follows your settings.',
        )}
      </p>
      <dl>
        {data.items.map(({ name, means, value }) => (
          <div key={name}>
            <dt>{`{${name}}`}</dt>
            <dd>
              {means} <span className={formStyles.note}>{t('Now: {{value}}', { value })}</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** The block as currently stored, and the queries to invalidate after a change. */
function useBlockReads(state: BlockState) {
  const client = useQueryClient();
  const { name } = state;
  return {
    // Not `fetchQuery`, which joins a read that may have begun before the last change.
    latest: async (): Promise<BlockState> => {
      const reply = await callApi(readBlocks);
      client.setQueryData(queryOf(readBlocks, {}).queryKey, reply);
      return reply.blocks.find((block) => block.name === name) ?? state;
    },
    refresh: () =>
      Promise.all(
        [readBlocks, readSite, blockOf(name).versions].map((read) =>
          client.invalidateQueries({ queryKey: keyOf(read) }),
        ),
      ),
  };
}

interface BlockBarProps {
  readonly form: ContentForm;
  readonly draft: BlockDraft;
  readonly isConflict: boolean;
  onDiscard(): Promise<void>;
}

/** The footer of the form: save state of the draft, Discard and Publish. */
function BlockBar({ form, draft, isConflict, onDiscard }: BlockBarProps) {
  const toast = useToast();
  const discarding = useOneSubmission();
  const { changed } = form;
  const isHere = changed && draft.state !== 'saved' && draft.state !== 'saving';
  useBeforeUnload((event) => {
    if (draft.state === 'saving') event.preventDefault();
  });
  const discard = () =>
    discarding.run(() =>
      onDiscard().catch((error: Error) =>
        toast.fail({ text: t('Not discarded. {{message}}', { message: error.message }) }),
      ),
    );
  return (
    <>
      <UnsavedGuard when={isHere} />
      <div className={record.problem}>
        <SubmitProblem problem={isConflict ? null : form.problem} />
      </div>
      <div className={`k-row k-wrap k-gap-8 k-gap-x-12 ${record.bar}`} data-changed={changed || undefined}>
        {changed && <StatusChip status="held">{t('Draft')}</StatusChip>}
        <p role="status" className={record.words}>
          {changed ? <DraftWords draft={draft} /> : t('No unpublished changes.')}
        </p>
        {changed && !isConflict && (
          <Button kind="quiet" onClick={() => void discard()}>
            {t('Discard draft')}
          </Button>
        )}
        <Button
          // Not `submit`, as Enter in a field would publish.
          onClick={form.submit}
          busy={form.sending && t('Publishing')}
          disabledReason={
            (!changed && t('Nothing to publish')) || (isConflict && t('Load their version first'))
          }
        >
          {t('Publish')}
        </Button>
      </div>
    </>
  );
}

function DraftWords({ draft: { state, savedAt, problem } }: { readonly draft: BlockDraft }) {
  const { time } = useFormat();
  switch (state) {
    case 'saving':
      return t('Saving the draft');
    case 'invalid':
      return t('Not saved yet. Fix the marked fields first.');
    case 'conflict':
      return t('Not saved. Someone else has changed this.');
    case 'failed':
      return t('Not saved. {{message}}', { message: problem?.message ?? '' });
    case 'saved':
      return (
        <span className="k-inline k-gap-6">
          <Icon of={IconCheck} size={18} />
          {t('Draft saved{{value}}. Visitors do not see it yet.', {
            value: savedAt === null ? '' : `, ${time(savedAt)}`,
          })}
        </span>
      );
  }
}

interface VersionsProps {
  readonly name: BlockName;
  onRestore(version: number): Promise<void>;
}

/** Earlier versions of a block with author and time, and a button to restore each. */
function Versions({ name, onRestore }: VersionsProps) {
  const versions = useCall(blockOf(name).versions);
  const [viewed, setViewed] = useState<number | null>(null);
  return (
    <Panel title={t('Versions')} note={t('Earlier versions of this section. Nothing is ever lost.')}>
      <Loaded query={versions} what={t('the versions')}>
        {({ items }) => (
          <ul className={styles.versions} aria-label={t('Versions')}>
            {items.map((entry) => (
              <Version key={entry.version} entry={entry} onView={setViewed} onRestore={onRestore} />
            ))}
            <Version
              entry={{ ...FIRST, isCurrent: items.length === 0 }}
              onView={setViewed}
              onRestore={onRestore}
            />
          </ul>
        )}
      </Loaded>
      {viewed !== null && <VersionSheet name={name} version={viewed} onClose={() => setViewed(null)} />}
    </Panel>
  );
}

interface VersionSheetProps {
  readonly name: BlockName;
  readonly version: number;
  onClose(): void;
}

function VersionSheet({ name, version, onClose }: VersionSheetProps) {
  const read = useCall(blockOf(name).readVersion, { params: { version } });
  return (
    <Sheet open onClose={onClose} title={t('Version {{version}}', { version })} closeLabel={t('Close')}>
      <Loaded query={read} what={t('this version')}>
        {(content) => <ContentFacts fields={blockOf(name).fields} content={content} />}
      </Loaded>
    </Sheet>
  );
}

interface Entry {
  readonly version: number;
  readonly createdAt: string | null;
  readonly by: { readonly fullname: string } | null;
  readonly restoredFrom: number | null;
  readonly isCurrent: boolean;
}

/** The default content. */
const FIRST = { version: 0, createdAt: null, by: null, restoredFrom: null };

interface VersionProps extends Pick<VersionsProps, 'onRestore'> {
  readonly entry: Entry;
  onView(version: number): void;
}

function Version({ entry, onView, onRestore }: VersionProps) {
  const { version, createdAt, by, restoredFrom, isCurrent } = entry;
  const { date, time } = useFormat();
  const toast = useToast();
  const restoring = useOneSubmission();
  const words = version === 0 ? t('Original text') : t('Version {{version}}', { version });
  const restore = () =>
    restoring.run(() =>
      onRestore(version).catch((error: Error) =>
        toast.fail({ text: t('Not restored. {{message}}', { message: error.message }) }),
      ),
    );
  return (
    <li>
      <div className={styles.words}>
        <b>{words}</b>
        {restoredFrom !== null && t(', restored from {{name}}', { name: nameOf(restoredFrom) })}
        <p className="k-muted">
          {createdAt !== null && `${date(createdAt, 'dated')}, ${time(createdAt)}`}
          {by !== null && `, ${by.fullname}`}
        </p>
      </div>
      {isCurrent && <StatusChip status="done">{t('On the site')}</StatusChip>}
      {version > 0 && (
        <TextButton onClick={() => onView(version)}>
          {t('View')}
          <span className="k-hidden">{` ${words}`}</span>
        </TextButton>
      )}
      {!isCurrent && (
        <TextButton onClick={() => void restore()}>
          {t('Restore')}
          <span className="k-hidden">{` ${words}`}</span>
        </TextButton>
      )}
    </li>
  );
}

function nameOf(version: number): string {
  return version === 0 ? t('the original text') : t('version {{version}}', { version });
}
