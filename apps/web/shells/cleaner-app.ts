/**
 * The cleaner's area as an installable app. The server adds its manifest to the area's pages; here it is added for
 * those who come from another page. The public site neither loads nor offers it.
 */
const MANIFEST = '/cleaner.webmanifest';
/** By scope: the area's own pages, and every other address. */
const WORKERS = { '/cleaner': '/cleaner-worker.js', '/': '/offline-worker.js' };

/** Makes the area installable, and its pages available offline; other addresses then lead back to it. */
export function offerAsApp(): void {
  addLink('manifest', MANIFEST);
  addLink('apple-touch-icon', '/icons/cleaner-180.png');
  // Service workers need HTTPS, and a private window may refuse them. The pages then need a connection.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (!import.meta.env.PROD) return;
  for (const [scope, script] of Object.entries(WORKERS))
    void workers?.register(script, { scope }).catch(() => undefined);
}

function addLink(rel: string, href: string): void {
  if (document.querySelector(`link[rel="${rel}"]`) !== null) return;
  const link = document.createElement('link');
  link.rel = rel;
  link.href = href;
  document.head.append(link);
}
