import { useEffect } from 'react';
import * as routes from '#features/routes.ts';
import { callApi } from '#platform/web/api/api.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { language as pageLanguage, useLanguage } from '#platform/web/i18n/language.ts';
import { safeStorage } from '#platform/web/session/safe-storage.ts';
import { useOwnID } from '#platform/web/session/use-may.ts';
import { chooseLanguage } from '../../rules/policy.ts';

const chooseMessageLanguage = lightCall<typeof import('../../contract.ts').chooseMessageLanguage>(
  routes.chooseMessageLanguage,
);

const storage = safeStorage(() => window.sessionStorage);
const TOLD = 'kemas-message-language';

/**
 * Saves the language in which the user uses Kemas for their messages: once per session, and again when it
 * changes. Without a network the next page tries again. Runs in the background; on failure the old language
 * stays.
 */
export function useMessageLanguage(): void {
  const language = useLanguage();
  const id = useOwnID(chooseLanguage);
  useEffect(() => {
    if (id === null || pageLanguage.isPinned()) return;
    const word = `${id} ${language}`;
    if (storage.getItem(TOLD) === word) return;
    callApi(chooseMessageLanguage, { body: { language } }).then(
      () => storage.setItem(TOLD, word),
      () => undefined,
    );
  }, [language, id]);
}
