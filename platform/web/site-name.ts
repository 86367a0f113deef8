/** Until the name of the business is known. */
export const PRODUCT_NAME = 'Kemas';

/** `Home · Kemas` */
export function documentTitle(title: string, name = siteName()): string {
  return title === '' ? name : `${title} · ${name}`;
}

/** Names the business in the tab, on pages that the server has not rendered. */
export function showSiteName(name: string): void {
  const before = siteName();
  const meta = siteNameTag() ?? document.head.appendChild(document.createElement('meta'));
  meta.name = 'application-name';
  meta.content = name;
  if (document.title.endsWith(before)) document.title = document.title.slice(0, -before.length) + name;
}

/** What the tab calls the business. */
export function siteName(): string {
  return siteNameTag()?.content ?? PRODUCT_NAME;
}

/** The server writes it into the head of each page that it renders. */
function siteNameTag(): HTMLMetaElement | null {
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]');
}
