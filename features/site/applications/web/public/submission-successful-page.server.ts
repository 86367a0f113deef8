import { phrase } from '#platform/web/i18n/texts.ts';
import type { ServerPage } from '#platform/web/server-page.ts';

export const serverPage: ServerPage = {
  needsScripts: true,
  description: phrase(
    'Your application to clean with {business}. We read every one and call or write to you.',
  ),
  unlisted: true,
};
