import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { Panel } from '#platform/web/office/record.tsx';
import { previewText, type TextReply } from '../../contract.ts';
import styles from './texts.module.css';

interface PreviewProps {
  readonly of: TextReply;
  readonly subject: string;
  readonly body: string;
}

/** Debounce in ms while typing. */
const PAUSE_MS = 400;

/** Previews the text being typed, with example data. */
export function TextPreview({ of: { kind, channel, language }, subject, body }: PreviewProps) {
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
    <Panel title="Preview" note="With example data. Nothing is sent.">
      {preview.isPending && <Skeleton words="Loading the preview" lines={4} />}
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
  const lang = language === 'zh' ? 'zh-Hans' : 'en';
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
  const billed = parts === 1 ? '1 message' : `billed as ${parts} messages`;
  const letters = alphabet === 'GSM-7' ? 'standard letters' : 'special letters (70 per message)';
  return `${characters} characters, ${letters}: ${billed}.`;
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
    <div ref={paper} className={styles.mail} role="group" aria-label="Preview of the e-mail" lang={lang} />
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
