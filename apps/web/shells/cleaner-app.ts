/**
 * The cleaner's area as an app of the phone: its manifest and its worker belong to it alone, so the public site neither
 * loads nor offers them.
 */
const MANIFEST = '/cleaner.webmanifest';
const WORKER = '/cleaner-worker.js';
const SCOPE = '/cleaner';

/** Lets the phone install the area, and keep its pages for the day without signal. */
export function offerAsApp(): void {
  addLink('manifest', MANIFEST);
  addLink('apple-touch-icon', '/icons/cleaner-180.png');
  // Browsers have workers on safe connections only; a private window may refuse one. Then there is no page without signal.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (import.meta.env.PROD) void workers?.register(WORKER, { scope: SCOPE }).catch(() => undefined);
}

function addLink(rel: string, href: string): void {
  if (document.querySelector(`link[rel="${rel}"]`) !== null) return;
  const link = document.createElement('link');
  link.rel = rel;
  link.href = href;
  document.head.append(link);
}
