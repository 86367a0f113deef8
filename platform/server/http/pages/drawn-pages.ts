import type { DrawnPage, PageDrawer, PagePlan } from '../../../contract/page-drawing.ts';
import type { PublicReads, PublicReply } from './public-reads.ts';

interface Drawing {
  readonly replies: readonly PublicReply[];
  /** Null where the page's code threw. */
  readonly page: Promise<DrawnPage | null>;
}

interface DrawnPagesParts {
  readonly drawPage: PageDrawer['drawPage'];
  readonly read: PublicReads;
  readonly origin: () => string;
  readonly picture: string;
  readonly onFailure: (page: string, error: unknown) => void;
}

/**
 * Draws each page once for as long as its replies stay the same; everybody who asks meanwhile waits for that one
 * drawing. Null where a page cannot be drawn: the browser then does it by itself.
 */
export function createDrawnPages({ drawPage, read, origin, picture, onFailure }: DrawnPagesParts) {
  const drawings = new Map<string, Drawing>();

  async function draw(plan: PagePlan, replies: readonly PublicReply[]): Promise<DrawnPage | null> {
    try {
      const values = plan.reads.map((address, place) => [address, replies[place]?.value] as const);
      const known = new Map(values.filter(([, value]) => value !== undefined));
      return await drawPage({ plan, replies: known, origin: origin(), picture });
    } catch (error) {
      onFailure(plan.page, error);
      return null;
    }
  }

  return async function drawnPage(plan: PagePlan): Promise<DrawnPage | null> {
    const replies = await Promise.all(plan.reads.map(read));
    const last = drawings.get(plan.key);
    if (last?.replies.every((reply, place) => reply === replies[place])) return last.page;
    const page = draw(plan, replies);
    drawings.set(plan.key, { replies, page });
    return page;
  };
}

export type DrawnPages = ReturnType<typeof createDrawnPages>;
