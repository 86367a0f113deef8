import type {
  PagePlan,
  PageRenderer,
  RenderedPage,
  SharePictures,
} from '../../../contract/page-rendering.ts';
import type { PublicReads, PublicReply } from './public-reads.ts';

interface CacheEntry {
  readonly replies: readonly PublicReply[];
  /** Null if the page's code threw. */
  readonly page: Promise<RenderedPage | null>;
}

interface RenderedPagesParts {
  readonly renderPage: PageRenderer['renderPage'];
  readonly read: PublicReads;
  readonly origin: () => string;
  readonly pictures: SharePictures;
  readonly onFailure: (page: string, error: unknown) => void;
}

/**
 * Renders pages, and caches each as long as its replies stay the same; concurrent requests share one rendering. Null if
 * a page cannot be rendered: the browser then renders it.
 */
export function createRenderedPages({ renderPage, read, origin, pictures, onFailure }: RenderedPagesParts) {
  const cache = new Map<string, CacheEntry>();

  async function render(plan: PagePlan, replies: readonly PublicReply[]): Promise<RenderedPage | null> {
    try {
      const values = plan.reads.map((address, index) => [address, replies[index]?.value] as const);
      const known = new Map(values.filter(([, value]) => value !== undefined));
      return await renderPage({ plan, replies: known, origin: origin(), pictures });
    } catch (error) {
      onFailure(plan.page, error);
      return null;
    }
  }

  return async function renderedPage(plan: PagePlan): Promise<RenderedPage | null> {
    const replies = await Promise.all(plan.reads.map(read));
    const cached = cache.get(plan.key);
    if (cached?.replies.every((reply, index) => reply === replies[index])) return cached.page;
    const page = render(plan, replies);
    cache.set(plan.key, { replies, page });
    return page;
  };
}
