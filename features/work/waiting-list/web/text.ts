import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';
import { en } from './locales/en.ts';
import { zh } from './locales/zh.ts';

export const useWaitingText = registerCatalogue('waiting-list', { en, zh });
