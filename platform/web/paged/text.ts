import { registerCatalogue } from '../i18n/catalogue.ts';
import { en } from './locales/en.ts';
import { zh } from './locales/zh.ts';

export const usePagedText = registerCatalogue('paged', { en, zh });
