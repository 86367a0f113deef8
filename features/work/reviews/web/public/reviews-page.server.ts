import * as routes from '#features/routes.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { phrase } from '#platform/web/i18n/texts.ts';
import type { ServerPage } from '#platform/web/server-page.ts';

const listShownReviews = lightCall<typeof import('../../contract.ts').listShownReviews>(
  routes.listShownReviews,
);

export const serverPage: ServerPage = {
  reads: () => [{ call: listShownReviews, query: {} }],
  description: phrase(
    'What customers in Singapore say about their cleaning with {business}, after the visit.',
  ),
};
