import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PagePlan, RenderedShell } from '../../../contract/page-rendering.ts';
import type { Api } from '../api.ts';
import { ensureXsrfToken } from '../cookies.ts';
import { setPageHeaders } from '../security-headers.ts';
import { LANGUAGE_VARIES, pageLanguage } from './page-language.ts';
import type { RendererBundle } from './page-renderer.ts';
import { emptyPage, filledPage, type PagePieces, withNonce } from './page-template.ts';
import { createPublicReads } from './public-reads.ts';
import { createRenderedPages } from './rendered-pages.ts';

interface ServedPage {
  readonly page: PagePieces;
  readonly isRendered: boolean;
  /** Excluded from search engines. */
  readonly unlisted: boolean;
}

interface PagesParts {
  readonly template: string;
  readonly isKnown: (url: string) => boolean;
  readonly renderer: RendererBundle | null;
  readonly origin: () => string;
}

/** Serves an address with its page: server-rendered if it is public, otherwise empty for the browser to render. */
export function createPages(api: Api, { template, isKnown, renderer, origin }: PagesParts) {
  const rendering = renderer && createRendering(api, { template, renderer, origin });

  const pageFor = async (request: FastifyRequest): Promise<ServedPage> => {
    const { url } = request;
    const plan = await rendering?.plan(url, request, isKnown(url));
    const page = plan && (await rendering?.render(plan));
    if (page) return { page, isRendered: true, unlisted: false };
    const shell = (await rendering?.shell()) ?? null;
    return { page: emptyPage(template, url, shell), isRendered: false, unlisted: !plan };
  };

  return async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { page, isRendered, unlisted } = await pageFor(request);
    ensureXsrfToken(api.services, request, reply);
    const nonce = setPageHeaders(reply);
    if (unlisted) reply.header('x-robots-tag', 'noindex');
    return reply
      .code(isKnown(request.url) ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', isRendered ? 'private, no-cache' : 'no-store')
      .header('vary', LANGUAGE_VARIES)
      .send(withNonce(page, nonce));
  };
}

/** Renders pages with the web app's bundle. An error there is logged and counted, and leaves the page empty. */
function createRendering(
  { fastify, services }: Api,
  { template, renderer, origin }: { template: string; renderer: RendererBundle; origin: () => string },
) {
  const failed = (page: string, error: unknown) => {
    services.metrics.failedPageRenders.inc({ page });
    services.log.error({ err: error, page }, 'page could not be rendered');
  };
  const rendered = createRenderedPages({
    load: () => renderer.load(),
    read: createPublicReads(fastify),
    origin,
    pictures: renderer.pictures,
    onFailure: failed,
  });

  return {
    async plan(url: string, request: FastifyRequest, isKnown: boolean): Promise<PagePlan | null> {
      try {
        const { planPage, planNotFound } = await renderer.load();
        const language = pageLanguage(request);
        return isKnown ? planPage(url, language) : planNotFound(url, language);
      } catch (error) {
        failed('*', error);
        return null;
      }
    },
    async shell(): Promise<RenderedShell | null> {
      try {
        return await rendered.shell();
      } catch (error) {
        failed('shell', error);
        return null;
      }
    },
    async render(plan: PagePlan): Promise<PagePieces | null> {
      const page = await rendered.page(plan);
      return (
        page &&
        filledPage(template, page, { url: plan.page, files: renderer.filesOf(plan.page, plan.language) })
      );
    },
  };
}
