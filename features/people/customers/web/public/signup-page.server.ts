import { phrase } from '#platform/web/i18n/texts.ts';
import type { ServerPage } from '#platform/web/server-page.ts';

export const serverPage: ServerPage = {
  needsScripts: true,
  description: phrase('Sign in to {business} with your mobile number, or open an account in a minute.'),
  unlisted: true,
};
