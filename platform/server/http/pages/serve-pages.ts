import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageDrawer } from '../../../contract/page-drawing.ts';
import type { Api } from '../api.ts';
import { ensureXsrfToken } from '../cookies.ts';
import { setPageHeaders } from '../security-headers.ts';
import { createDrawnPages } from './drawn-pages.ts';
import type { DrawerFolder } from './page-drawer.ts';
import { LANGUAGE_VARIES, pageLanguage } from './page-language.ts';
import { barePage, drawnPage, type WrittenPage, withNonce } from './page-template.ts';
import { createPublicReads } from './public-reads.ts';

interface ServedPage {
  readonly page: WrittenPage;
  readonly isDrawn: boolean;
  /** Search engines leave it out. */
  readonly unlisted: boolean;
}

interface PagesParts {
  readonly template: string;
  readonly isKnown: (url: string) => boolean;
  readonly drawer: DrawerFolder | null;
  readonly origin: () => string;
}

/** Answers an address with its page: drawn where it can be, else bare. */
export function createPages(api: Api, { template, isKnown, drawer, origin }: PagesParts) {
  const bare = barePage(template);
  const drawn = drawer && createPageWriter(api, { template, drawer, origin });

  const pageFor = async (request: FastifyRequest): Promise<ServedPage> => {
    const { url } = request;
    const planned = await drawn?.plan(url, request, isKnown(url));
    const page = planned && (await drawn?.write(planned));
    if (page) return { page, isDrawn: true, unlisted: false };
    return { page: bare, isDrawn: false, unlisted: !planned };
  };

  return async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { page, isDrawn, unlisted } = await pageFor(request);
    ensureXsrfToken(api.services, request, reply);
    const nonce = setPageHeaders(reply);
    if (unlisted) reply.header('x-robots-tag', 'noindex');
    return reply
      .code(isKnown(request.url) ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', isDrawn ? 'private, no-cache' : 'no-store')
      .header('vary', LANGUAGE_VARIES)
      .send(withNonce(page, nonce));
  };
}

type Plan = NonNullable<ReturnType<PageDrawer['planPage']>>;

/** Plans and writes pages with the bundle's help; whatever goes wrong there is told and leaves the page bare. */
function createPageWriter(
  { fastify, services }: Api,
  { template, drawer, origin }: { template: string; drawer: DrawerFolder; origin: () => string },
) {
  const failed = (page: string, error: unknown) => {
    services.metrics.undrawnPages.inc({ page });
    services.log.error({ err: error, page }, 'a page could not be drawn');
  };
  const draw = createDrawnPages({
    drawPage: async (input) => (await drawer.open()).drawPage(input),
    read: createPublicReads(fastify),
    origin,
    picture: drawer.picture,
    onFailure: failed,
  });
  const written = new WeakMap<object, WrittenPage>();

  return {
    async plan(url: string, request: FastifyRequest, isKnown: boolean): Promise<Plan | null> {
      try {
        const { planPage, planNotFound } = await drawer.open();
        const language = pageLanguage(request);
        return isKnown ? planPage(url, language) : planNotFound(language);
      } catch (error) {
        failed('*', error);
        return null;
      }
    },
    async write(plan: Plan): Promise<WrittenPage | null> {
      const drawn = await draw(plan);
      if (drawn === null) return null;
      const ready = written.get(drawn) ?? drawnPage(template, drawn, drawer.filesOf(plan.page));
      written.set(drawn, ready);
      return ready;
    },
  };
}
