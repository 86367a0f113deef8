/**
 * The office's preview of an unsaved look shows pages of the site in frames of this name. Only our own pages can frame
 * them (security-headers.ts).
 */
export const LOOK_FRAME = 'kemas-look';

export interface LookMessage {
  /** The style sheet of the look; '' for the default. */
  readonly css: string;
  readonly scheme: 'light' | 'dark';
}

/** Inside such a frame: shows each look that the framing page sends, in place of the stored one. */
export function followLook(): void {
  const { parent } = window;
  const { origin } = window.location;
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  window.addEventListener('message', ({ source, origin: from, data }: MessageEvent<LookMessage | null>) => {
    if (source !== parent || from !== origin || typeof data?.css !== 'string') return;
    document.querySelector('style[data-look]')?.remove();
    sheet.replaceSync(data.css);
    document.documentElement.setAttribute('data-mantine-color-scheme', data.scheme);
  });
  parent.postMessage(LOOK_FRAME, origin);
}
