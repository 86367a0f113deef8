import { useEffect, useState } from 'react';
import { lightCall } from '#platform/web/api/callable.ts';
import { type PlainRead, usePlainRead } from '#platform/web/api/use-plain-read.ts';
import { language, useLanguage } from '#platform/web/i18n/language.ts';
import type { SiteWords } from '../../contract/site.ts';

// Written out, so that the front page does not carry the contract's schemas.
export const readSite = lightCall<typeof import('../../contract/site.ts').readSite>({
  method: 'GET',
  path: '/cms/site',
});

/** What the office's form tells the page in its frame: the site with what is written there, and not yet published. */
export interface PreviewMessage {
  readonly site: SiteWords;
  readonly language: 'en' | 'zh';
}

/** What the office has written, in the visitor's language; framed by the office's form, what is written there. */
export function useSite(): PlainRead<SiteWords> {
  const read = usePlainRead(readSite, { lang: useLanguage() });
  const [data, setData] = useState<SiteWords>();
  useEffect(() => {
    const { name, parent } = window;
    const { origin } = window.location;
    // Only a page of our own can frame this one (security-headers.ts), and only one that does so is listened to.
    if (name !== 'kemas-preview' || parent === window) return;
    const hear = ({ source, origin: from, data: sent }: MessageEvent<PreviewMessage | null>) => {
      if (source !== parent || from !== origin || !sent?.site) return;
      language.pin(sent.language);
      setData(sent.site);
    };
    window.addEventListener('message', hear);
    parent.postMessage('kemas-preview', origin);
    return () => window.removeEventListener('message', hear);
  }, []);
  return data ? { ...read, data, isPending: false, isError: false, isSuccess: true } : read;
}
