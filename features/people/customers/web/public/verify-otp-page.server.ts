import { phrase } from '#platform/web/i18n/texts.ts';
import type { ServerPage } from '#platform/web/server-page.ts';

export const serverPage: ServerPage = {
  needsScripts: true,
  description: phrase(
    'Enter the six-digit code that we texted to your mobile, and you are signed in to {business}.',
  ),
  unlisted: true,
};
