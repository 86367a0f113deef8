import { phrase } from '#platform/web/i18n/texts.ts';
import type { ServerPage } from '#platform/web/server-page.ts';

export const serverPage: ServerPage = {
  needsScripts: true,
  description: phrase(
    'Clean homes with {business} in Singapore: choose your own hours, homes near each other, paid for every visit.',
  ),
};
