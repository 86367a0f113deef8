/** Until the name of the business is known, and in the office and the cleaners' app. */
export const PRODUCT_NAME = 'Kemas';

const NAME = 'application-name';

/** `Home · Kemas` */
export function documentTitle(title: string, name = siteName()): string {
  return title === '' ? name : `${title} · ${name}`;
}

/** The name of the business. The server writes it into the head of each page that it renders. */
function siteName(): string {
  return nameElement()?.content ?? PRODUCT_NAME;
}

/** For pages that the server does not render; the current title follows. */
export function setSiteName(name: string): void {
  const suffix = ` · ${siteName()}`;
  const element = nameElement() ?? document.head.appendChild(document.createElement('meta'));
  element.name = NAME;
  element.content = name;
  if (document.title.endsWith(suffix))
    document.title = documentTitle(document.title.slice(0, -suffix.length));
}

function nameElement(): HTMLMetaElement | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${NAME}"]`);
}
