import { phrase } from '#platform/web/i18n/texts.ts';
import type { ServerPage } from '#platform/web/server-page.ts';

export const serverPage: ServerPage = {
  needsScripts: true,
  description: phrase('Sign-in for {business} cleaners, with a code sent to your mobile by SMS.'),
  unlisted: true,
};
