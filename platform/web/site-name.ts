/** Until the name of the business is known, and in the office and the cleaners' app. */
export const PRODUCT_NAME = 'Kemas';

/** `Home · Kemas` */
export function documentTitle(title: string, name = siteName()): string {
  return title === '' ? name : `${title} · ${name}`;
}

/** The name of the business, which the server writes into the head of each page that it renders. */
function siteName(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? PRODUCT_NAME;
}
