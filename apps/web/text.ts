import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';
import { en } from './locales/en.ts';
import { zh } from './locales/zh.ts';

/** The texts of the frames. */
export const useFrameText = registerCatalogue('frame', { en, zh });
