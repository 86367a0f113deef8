import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import type { DrawingInput, DrawnPage, PageDrawer } from '#platform/contract/page-drawing.ts';
import { type ReadReply, receiveReplies } from '#platform/web/api/read-replies.ts';
import { LOCALES, language } from '#platform/web/i18n/language.ts';
import { routesOf } from '../routes-of.tsx';
import { forSearch } from './for-search.ts';
import { headOf, scriptJson } from './head.ts';
import { addressOf, drawablePage, planNotFound, planPage, readsOf } from './plans.ts';
import { preloadsOf } from './preloads.ts';
import { withoutStyleAttributes } from './style-attributes.ts';

const routes = routesOf();
const handler = createStaticHandler(routes);

/** The page as anybody sees it who is not signed in. */
async function drawPage(input: DrawingInput): Promise<DrawnPage> {
  const { plan } = input;
  const context = await handler.query(new Request(`http://drawn${plan.path}`));
  if (context instanceof Response) throw new Error(`${plan.page} leads elsewhere: ${context.status}`);
  for (const error of Object.values(context.errors ?? {})) throw error;
  const router = createStaticRouter(handler.dataRoutes, context);
  const replies = repliesOf(input);
  // Language and replies are this process's, not the request's: from here to the end nothing else runs.
  language.set(plan.language);
  receiveReplies(replies);
  try {
    const drawn = renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
    const lang = LOCALES[plan.language];
    return {
      lang,
      head: headOf(input),
      preloads: preloadsOf(drawn),
      ...withoutStyleAttributes(drawn),
      needsScripts: drawablePage(plan.page)?.serverPage.needsScripts === true,
      data: scriptJson(replies),
    };
  } finally {
    receiveReplies([]);
  }
}

function repliesOf({ plan, replies }: DrawingInput): ReadReply[] {
  return readsOf(plan.page, plan.language).flatMap((read) => {
    const reply = replies.get(addressOf(read));
    return reply === undefined ? [] : [{ path: read.call.path, query: read.query, reply }];
  });
}

/** What the server asks of this bundle. */
export const drawer: PageDrawer = { planPage, planNotFound, drawPage, forSearch };
