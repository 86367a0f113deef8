import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import type { PageRenderer, RenderedPage, RenderInput } from '#platform/contract/page-rendering.ts';
import { type ReadReply, setServerReplies } from '#platform/web/api/reply-cache.ts';
import { LOCALES, language } from '#platform/web/i18n/language.ts';
import { routesOf } from '../routes-of.tsx';
import { forSearch } from './for-search.ts';
import { headOf, scriptJson } from './head.ts';
import { addressOf, planNotFound, planPage, readsOf, renderablePage } from './plans.ts';
import { preloadsOf } from './preloads.ts';

const routes = routesOf();
const handler = createStaticHandler(routes);

/** The page for a visitor who is not signed in. */
async function renderPage(input: RenderInput): Promise<RenderedPage> {
  const { plan } = input;
  const context = await handler.query(new Request(`http://localhost${plan.path}`));
  if (context instanceof Response) throw new Error(`${plan.page} redirects: ${context.status}`);
  for (const error of Object.values(context.errors ?? {})) throw error;
  const router = createStaticRouter(handler.dataRoutes, context);
  const replies = repliesOf(input);
  // Language and replies are global in this process: there must be no await until the end of this function.
  language.set(plan.language);
  setServerReplies(replies);
  try {
    const body = renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
    return {
      lang: LOCALES[plan.language],
      head: headOf(input),
      preloads: preloadsOf(body),
      body,
      needsScripts: renderablePage(plan.page)?.serverPage.needsScripts === true,
      data: scriptJson(replies),
    };
  } finally {
    setServerReplies([]);
  }
}

function repliesOf({ plan, replies }: RenderInput): ReadReply[] {
  return readsOf(plan.page, plan.language).flatMap((read) => {
    const reply = replies.get(addressOf(read));
    return reply === undefined ? [] : [{ path: read.call.path, query: read.query, reply }];
  });
}

export const renderer: PageRenderer = { planPage, planNotFound, renderPage, forSearch };
