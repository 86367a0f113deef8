import { phrase } from '#platform/web/i18n/texts.ts';
import type { ServerPage } from '#platform/web/server-page.ts';

export const serverPage: ServerPage = {
  needsScripts: true,
  description: phrase('Set a new password for the {business} office, with the link that we e-mailed to you.'),
  unlisted: true,
};
