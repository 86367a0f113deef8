import { useEffect, useState } from 'react';
import * as routes from '#features/routes.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { type PlainRead, usePlainRead } from '#platform/web/api/use-plain-read.ts';
import { language, useLanguage } from '#platform/web/i18n/language.ts';
import { loadTexts } from '#platform/web/i18n/translations.ts';
import type { SiteWords } from '../../contract/site.ts';

// Defined without the contract's schemas, to keep them out of the front page's bundle.
export const readSite = lightCall<typeof import('../../contract/site.ts').readSite>(routes.readSite);

/**
 * The message from the office's form to the page in its preview frame: the site content with the unpublished changes.
 */
export interface PreviewMessage {
  readonly site: SiteWords;
  readonly language: 'en' | 'zh';
}

/** The site content in the visitor's language; inside the preview frame, with unpublished changes. */
export function useSite(): PlainRead<SiteWords> {
  const read = usePlainRead(readSite, { lang: useLanguage() });
  const [data, setData] = useState<SiteWords>();
  useEffect(() => {
    const { name, parent } = window;
    const { origin } = window.location;
    // Only our own pages can frame this one (security-headers.ts), and only messages from the framing page are
    // accepted.
    if (name !== 'kemas-preview' || parent === window) return;
    const hear = ({ source, origin: from, data: sent }: MessageEvent<PreviewMessage | null>) => {
      if (source !== parent || from !== origin || !sent?.site) return;
      const show = () => {
        language.pin(sent.language);
        setData(sent.site);
      };
      void loadTexts(sent.language).then(show, show); // without its texts, the page is in English
    };
    window.addEventListener('message', hear);
    parent.postMessage('kemas-preview', origin);
    return () => window.removeEventListener('message', hear);
  }, []);
  return data ? { ...read, data, isPending: false, isError: false, isSuccess: true } : read;
}
