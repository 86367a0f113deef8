import { OFFERED } from '#languages/index.ts';
import type { Api } from '../api.ts';

interface SiteIndex {
  /** The robots.txt of the build. */
  readonly robots: string;
  readonly origin: () => string;
  /** The addresses of the sitemap. */
  readonly addresses: () => Promise<readonly string[]>;
}

/** Serves robots.txt and the sitemap. */
export function serveSiteIndex({ fastify }: Api, { robots, origin, addresses }: SiteIndex): void {
  fastify.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(`${robots.trimEnd()}\nSitemap: ${origin()}/sitemap.xml\n`),
  );
  fastify.get('/sitemap.xml', async (_request, reply) => {
    const pages = await addresses();
    return reply.type('application/xml; charset=utf-8').send(sitemapOf(pages.map((page) => origin() + page)));
  });
}

/** Each page with its alternate language. Source: sitemaps.org; Google's localized versions in sitemaps. */
function sitemapOf(pages: readonly string[]): string {
  const entries = pages.map((page) => {
    const links = OFFERED.map(
      (lang) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${escaped(page)}?lang=${lang}"/>`,
    );
    return `<url><loc>${escaped(page)}</loc>${links.join('')}</url>`;
  });
  const spaces =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${spaces}>\n${entries.join('\n')}\n</urlset>\n`;
}

function escaped(address: string): string {
  return address.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
