import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { about } from '#languages/index.ts';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextArea, TextField } from '#platform/web/design/parts/field.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { UnsavedGuard } from '#platform/web/forms/unsaved-guard.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { localeOf } from '#platform/web/i18n/language.ts';
import { t } from '#platform/web/i18n/office.ts';
import { EditableBy } from '#platform/web/office/editable-by.tsx';
import {
  Loaded,
  LoadedRecord,
  NoSuchRecord,
  Panel,
  Panels,
  RecordPage,
} from '#platform/web/office/record.tsx';
import {
  listTexts,
  listTextVersions,
  previewText,
  resetText,
  type TextReply,
  updateText,
} from '../../contract.ts';
import { textAddress } from './text-address.ts';
import styles from './texts.module.css';

const LIST = { title: t('Message texts'), to: '/admin/messages' };
const CHANNELS = { email: 'E-mail', sms: t('Text message') } as const;

/** /admin/messages/:kind/:channel/:language: one template, its preview and its earlier versions. */
export function Component() {
  const { kind, channel, language } = useParams();
  const texts = useCall(listTexts);
  return (
    <LoadedRecord query={texts} list={LIST} title={t('Message text')} what={t('this text')}>
      {({ items }) => {
        const ofKind = items.filter((text) => text.kind === kind);
        const text = ofKind.find((one) => one.channel === channel && one.language === language);
        return text === undefined ? (
          <NoSuchRecord list={LIST} title={t('Message text')} />
        ) : (
          <Text key={textAddress(text)} text={text} ofKind={ofKind} />
        );
      }}
    </LoadedRecord>
  );
}

function Text({ text, ofKind }: { readonly text: TextReply; readonly ofKind: readonly TextReply[] }) {
  const tabs = ofKind.map((one) => ({
    label: `${CHANNELS[one.channel]}, ${about(one.language).name}`,
    to: textAddress(one),
  }));
  return (
    <RecordPage list={LIST} title={text.title} subtitle={text.when} tabs={tabs}>
      <TextForm key={text.version} text={text} />
    </RecordPage>
  );
}

/** The template's text and placeholders, with a preview. */
function TextForm({ text }: { readonly text: TextReply }) {
  const { form, reset, resetting } = useTextForm(text);
  const { subject, body } = form.values;
  const isBusy = form.sending || resetting.isPending;
  return (
    <Panels
      left={
        <>
          <Panel title={t('Text')}>
            <EditableBy call={updateText}>
              <form className="k-stack k-gap-12" noValidate onSubmit={form.submit}>
                {text.channel === 'email' && (
                  <TextField
                    label={t('Subject')}
                    maxLength={150}
                    changed={form.isChanged('subject')}
                    {...form.text('subject')}
                  />
                )}
                <TextArea
                  label={t('Text')}
                  rows={text.channel === 'email' ? 16 : 5}
                  maxLength={4000}
                  changed={form.isChanged('body')}
                  {...form.text('body')}
                />
                <SubmitProblem problem={form.problem ?? resetting.error} />
                <div className="k-row k-wrap k-gap-8 k-gap-x-16">
                  <Button
                    size="small"
                    type="submit"
                    busy={isBusy && t('Saving')}
                    disabledReason={!form.changed && t('Nothing has changed.')}
                  >
                    {t('Save text')}
                  </Button>
                  {!text.isDefault && (
                    <TextButton onClick={() => !isBusy && reset()}>{t('Reset to default')}</TextButton>
                  )}
                </div>
              </form>
            </EditableBy>
            <UnsavedGuard when={form.changed && !isBusy} />
          </Panel>
          <TextVersions text={text} />
        </>
      }
      right={
        <>
          <TextPreview of={text} subject={subject} body={body} />
          <Panel title={t('Placeholders')} note={t('Filled in when the message is sent.')}>
            <dl className={styles.names}>
              {text.placeholders.flatMap(({ name, means, required }) => [
                <dt key={name}>{`{${name}}`}</dt>,
                <dd key={`${name} means`}>{required ? t('{{means}}; required', { means }) : means}</dd>,
              ])}
            </dl>
          </Panel>
        </>
      }
    />
  );
}

/** Saves the template or resets it; the second of two concurrent changes is refused. */
function useTextForm({ kind, channel, language, version, subject, body }: TextReply) {
  const toast = useToast();
  const refresh = [listTexts, listTextVersions];
  const params = { kind, channel, language };
  const saving = useAct(updateText, { refresh, onSuccess: () => toast.show({ text: t('Text saved.') }) });
  const resetting = useAct(resetText, {
    refresh,
    onSuccess: () => toast.show({ text: t('Text reset to default.') }),
  });
  const form = useForm({
    initial: { subject, body },
    draft: `text ${kind} ${channel} ${language}`,
    send: (words) => saving.mutateAsync({ params, body: { ...words, version } }),
  });
  return { form, resetting, reset: () => resetting.mutate({ params, body: { version } }) };
}

const MAX_SHOWN = 20;

/** Earlier versions of a template, so that nothing is lost by changing it. */
function TextVersions({ text: { kind, channel, language } }: { readonly text: TextReply }) {
  const { date, time } = useFormat();
  const params = { kind, channel, language };
  const versions = useCall(listTextVersions, { params, query: { size: MAX_SHOWN, count: '0' } });
  return (
    <Panel title={t('Earlier versions')}>
      <Loaded query={versions} what={t('the earlier versions')}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={styles.quiet}>{t('This text has not been changed yet.')}</p>
          ) : (
            <ul className={`k-ruled ${styles.versions}`} aria-label={t('Earlier versions')}>
              {items.map(({ version, subject, body, isDefault, changedAt, changedBy }) => (
                <li key={version} className="k-stack k-gap-4">
                  <details>
                    <summary>
                      {isDefault ? t('Reset to default') : t('Version {{version}}', { version })}
                      {`, ${date(changedAt, 'dated')}, ${time(changedAt)}`}
                      {changedBy !== '' && `, ${changedBy}`}
                    </summary>
                    {subject !== '' && <p>{subject}</p>}
                    <p className="k-typed">{body}</p>
                  </details>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}

interface PreviewProps {
  readonly of: TextReply;
  readonly subject: string;
  readonly body: string;
}

/** Debounce in ms while typing. */
const PAUSE_MS = 400;

/** Previews the text being typed, with example data. */
function TextPreview({ of: { kind, channel, language }, subject, body }: PreviewProps) {
  const words = usePaused({ subject, body });
  const params = { kind, channel, language };
  const preview = useQuery({
    queryKey: [previewText.path, params, words],
    queryFn: ({ signal }) => callApi(previewText, { params, body: words, signal }),
    placeholderData: keepPreviousData,
  });
  const wrong =
    preview.error instanceof ApiError ? (preview.error.errors[0]?.message ?? preview.error.message) : null;
  return (
    <Panel title={t('Preview')} note={t('With example data. Nothing is sent.')}>
      {preview.isPending && <Skeleton words={t('Loading the preview')} lines={4} />}
      {wrong !== null && <p className={styles.quiet}>{wrong}</p>}
      {preview.data && wrong === null && <Read {...preview.data} language={language} />}
    </Panel>
  );
}

interface ReadProps {
  readonly subject: string;
  readonly body: string;
  readonly html: string | null;
  readonly sms: { readonly alphabet: string; readonly characters: number; readonly parts: number } | null;
  readonly language: TextReply['language'];
}

function Read({ subject, body, html, sms, language }: ReadProps) {
  const lang = localeOf(language);
  if (html === null || sms !== null) {
    return (
      <>
        <p className={styles.sms} lang={lang}>
          {body}
        </p>
        {sms && <p className={styles.quiet}>{lengthText(sms)}</p>}
      </>
    );
  }
  return (
    <>
      <p className={styles.subject} lang={lang}>
        {subject}
      </p>
      <Mail html={html} lang={lang} />
    </>
  );
}

function lengthText({ alphabet, characters, parts }: NonNullable<ReadProps['sms']>): string {
  const billed = parts === 1 ? '1 message' : t('billed as {{parts}} messages', { parts });
  const letters = alphabet === 'GSM-7' ? t('standard letters') : t('special letters (70 per message)');
  return t('{{characters}} characters, {{letters}}: {{billed}}.', { characters, letters, billed });
}

/**
 * The e-mail in a shadow root, separate from the page's styles. Parsed this way it runs no scripts, and its
 * links are inert.
 */
function Mail({ html, lang }: { readonly html: string; readonly lang: string }) {
  const paper = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = paper.current?.shadowRoot ?? paper.current?.attachShadow({ mode: 'open' });
    const { body } = new DOMParser().parseFromString(html.replace(/<style>[^<]*<\/style>/g, ''), 'text/html');
    for (const link of body.querySelectorAll('a')) link.removeAttribute('href');
    root?.replaceChildren(...body.childNodes);
  }, [html]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: an e-mail is not a fieldset
    <div
      ref={paper}
      className={styles.mail}
      role="group"
      aria-label={t('Preview of the e-mail')}
      lang={lang}
    />
  );
}

/** The debounced value. */
function usePaused<V extends object>(value: V): V {
  const [paused, setPaused] = useState(value);
  const now = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(JSON.parse(now) as V), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [now]);
  return paused;
}
