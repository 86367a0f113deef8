import * as routes from '#features/routes.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { phrase } from '#platform/web/i18n/texts.ts';
import type { ServerPage } from '#platform/web/server-page.ts';

const listPackages = lightCall<typeof import('#features/catalogue/packages/contract.ts').listPackages>(
  routes.listPackages,
);

export const serverPage: ServerPage = {
  reads: () => [
    { call: listPackages, query: { category: 'credit', bookable: '1', size: 200, count: '0' } },
    { call: listPackages, query: { kind: 'visit', bookable: '1', size: 200, count: '0' } },
  ],
  // A preselected pack is rendered in the browser only.
  parameters: { pack: [] },
  needsScripts: true,
  description: phrase(
    'Buy cleaning hours in advance and pay less for each. Use them for your visits, or send them as a gift.',
  ),
};
