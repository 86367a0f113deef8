import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { useCall } from '#platform/web/api/queries.ts';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { Loaded } from '#platform/web/office/record.tsx';
import { readPlaceholders, readSite, type SiteWords } from '../../contract/site.ts';
import { fillPlaceholders, type PlaceholderValues } from '../../rules/placeholders.ts';
import type { PreviewMessage } from '../parts/use-site.ts';
import type { Values } from './form-values.ts';
import styles from './site.module.css';
import { wrongIn } from './use-content-form.ts';

type Language = PreviewMessage['language'];
type Size = 'phone' | 'desktop';

/** The page's size in px inside the frame, before scaling. */
const SIZES = { phone: { width: 390, height: 640 }, desktop: { width: 1280, height: 1800 } } as const;
const SIZE_OPTIONS = [
  { value: 'phone', label: t('Phone') },
  { value: 'desktop', label: t('Desktop') },
] as const;
const LANGUAGE_OPTIONS = [
  { value: 'en', label: t('English') },
  { value: 'zh', label: '中文' },
] as const;

interface PreviewPaneProps {
  /** The page that shows it. */
  readonly page: string;
  readonly name: string;
  /** The form's values; while they are invalid, the last valid ones are shown. */
  readonly content: Values;
  readonly schema: z.ZodType;
  /** The heading to scroll to. */
  readonly heading?: string;
  /** The names of its rich text fields. */
  readonly rich: ReadonlySet<string>;
  /** Returns the difference to the published site content. */
  patch(content: Values, language: Language): Partial<Record<string, unknown>>;
}

/** A preview of a page next to the form: on a phone or a desktop, in English or Chinese. */
export function PreviewPane({ content, schema, heading = '', ...props }: PreviewPaneProps) {
  const { page, name, rich, patch } = props;
  const [size, setSize] = useState<Size>('phone');
  const [language, setLanguage] = useState<Language>('en');
  const site = useCall(readSite, { query: { lang: language } });
  const values = usePlaceholderValues(language);
  const isBehind = wrongIn(schema, content).length > 0;
  const last = useRef<Values | null>(null);
  if (!isBehind) last.current = content;
  const mine = last.current === null ? {} : patch(last.current, language);
  return (
    <aside className={styles.pane} aria-label={t('Preview')}>
      <details className={`k-panel ${styles.fold}`} open={isWide()}>
        <summary className={styles.title}>{t('Preview')}</summary>
        <div className={`k-row k-stretch k-wrap k-gap-8 k-gap-x-16 ${styles.tools}`}>
          <Segments label={t('Width')} hideLabel options={SIZE_OPTIONS} value={size} onChange={setSize} />
          <Segments
            label={t('Language')}
            hideLabel
            options={LANGUAGE_OPTIONS}
            value={language}
            onChange={setLanguage}
          />
        </div>
        <p className={`k-mb-8 k-muted ${styles.note}`} role="status">
          {isBehind && <span>{t('Fix the marked fields to see your changes here.')}</span>}
        </p>
        <Loaded query={site} what={t('the site')}>
          {(words) => (
            <Frame
              address={`${page}?preview=${name}`}
              size={size}
              heading={heading}
              message={{
                language,
                site: { ...words, ...(values ? fillPlaceholders(mine, values, rich) : mine) } as SiteWords,
              }}
            />
          )}
        </Loaded>
      </details>
    </aside>
  );
}

/** The current values of the placeholders in a language; undefined until loaded. */
function usePlaceholderValues(lang: 'en' | 'zh'): PlaceholderValues | undefined {
  const { data } = useCall(readPlaceholders, { query: { lang } });
  return (
    data && (Object.fromEntries(data.items.map(({ name, value }) => [name, value])) as PlaceholderValues)
  );
}

/** On a phone the form comes first. */
function isWide(): boolean {
  return window.matchMedia?.('(min-width: 75em)').matches ?? true;
}

interface FrameProps {
  readonly address: string;
  readonly size: Size;
  /** The heading to scroll to. */
  readonly heading: string;
  readonly message: PreviewMessage;
}

/** The page itself, notified of every change; rendered at its full width and scaled to fit. */
function Frame({ address, size, heading, message }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(0);
  const text = JSON.stringify(message);
  const isShown = useRef(false);
  const latest = useRef(heading);
  useEffect(() => {
    latest.current = heading;
  });
  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== frame.current?.contentWindow || origin !== window.location.origin) return;
      if (data === 'kemas-preview') setReady((count) => count + 1);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);
  useEffect(() => {
    const page = frame.current?.contentWindow;
    if (ready === 0 || !page) return;
    page.postMessage(JSON.parse(text), window.location.origin);
    if (isShown.current) return;
    const timer = setTimeout(() => {
      isShown.current = scrollTo(page, latest.current);
    }, RENDERED_MS);
    return () => clearTimeout(timer);
  }, [text, ready]);
  const [box, scale] = useScale(SIZES[size].width);
  const { width, height } = SIZES[size];
  return (
    <div ref={box} className={styles.box} style={{ height: height * scale }}>
      <iframe
        ref={frame}
        name="kemas-preview"
        title={t('Preview of the page')}
        src={address}
        style={{ width, height, scale: String(scale) }}
      />
    </div>
  );
}

/** The time in ms after which the page has rendered an update. */
const RENDERED_MS = 300;

/** Scrolls to a heading once, without scrolling the surrounding page; afterwards the user scrolls. */
function scrollTo(page: Window, words: string): boolean {
  const heading = [...page.document.querySelectorAll('h2')].find((each) => each.textContent === words);
  if (words === '' || heading === undefined) return false;
  page.scrollTo({ top: heading.getBoundingClientRect().top + page.scrollY - 20, behavior: 'instant' });
  return true;
}

/** The scale factor that fits something of this width into its container. */
function useScale(width: number) {
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(width);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? width));
    observer.observe(element);
    return () => observer.disconnect();
  }, [width]);
  return [box, Math.min(1, room / width)] as const;
}
