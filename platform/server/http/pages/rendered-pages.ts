import type {
  PagePlan,
  PageRenderer,
  RenderedPage,
  RenderedShell,
  SharePictures,
} from '../../../contract/page-rendering.ts';
import type { PublicReads, PublicReply } from './public-reads.ts';

interface CacheEntry<Page> {
  readonly replies: readonly PublicReply[];
  /** Null if the page's code threw. */
  readonly page: Promise<Page | null>;
}

interface RenderedPagesParts {
  readonly load: () => Promise<PageRenderer>;
  readonly read: PublicReads;
  readonly origin: () => string;
  readonly pictures: SharePictures;
  readonly onFailure: (page: string, error: unknown) => void;
}

/**
 * Renders pages, and caches each as long as its replies stay the same; concurrent requests share one rendering. Null if
 * a page cannot be rendered: the browser then renders it.
 */
export function createRenderedPages({ load, read, origin, pictures, onFailure }: RenderedPagesParts) {
  const pages = new Map<string, CacheEntry<RenderedPage>>();
  const shells = new Map<string, CacheEntry<RenderedShell>>();

  async function cached<Page>(
    cache: Map<string, CacheEntry<Page>>,
    { key, name, reads }: { readonly key: string; readonly name: string; readonly reads: readonly string[] },
    render: (known: ReadonlyMap<string, unknown>) => Promise<Page>,
  ): Promise<Page | null> {
    const replies = await Promise.all(reads.map(read));
    const entry = cache.get(key);
    if (entry?.replies.every((reply, index) => reply === replies[index])) return entry.page;
    const values = reads.map((address, index) => [address, replies[index]?.value] as const);
    const known = new Map(values.filter(([, value]) => value !== undefined));
    const page = render(known).catch((error: unknown) => {
      onFailure(name, error);
      return null;
    });
    cache.set(key, { replies, page });
    return page;
  }

  return {
    page: (plan: PagePlan) =>
      cached(pages, { key: plan.key, name: plan.page, reads: plan.reads }, async (replies) =>
        (await load()).renderPage({ plan, replies, origin: origin(), pictures }),
      ),
    /** What surrounds a page that the browser renders. */
    shell: async () => {
      const { shellReads, renderShell } = await load();
      return cached(shells, { key: '', name: 'shell', reads: shellReads }, async (replies) =>
        renderShell(replies),
      );
    },
  };
}
