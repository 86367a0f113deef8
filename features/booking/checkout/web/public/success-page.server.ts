import { phrase } from '#platform/web/i18n/texts.ts';
import type { ServerPage } from '#platform/web/server-page.ts';

export const serverPage: ServerPage = {
  needsScripts: true,
  description: phrase('Your booking with {business}: when we come, where, who cleans and what you paid.'),
  unlisted: true,
};
