import { phrase } from '#platform/web/i18n/texts.ts';
import type { ServerPage } from '#platform/web/server-page.ts';

export const serverPage: ServerPage = {
  needsScripts: true,
  description: phrase(
    'Forgotten the password of the {business} office? We e-mail you a link to set a new one.',
  ),
  unlisted: true,
};
