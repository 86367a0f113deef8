import { LANGUAGES } from '#languages/index.ts';
import { loadTexts } from '../web/i18n/translations.ts';

/** Tests of pages switch languages at once; a browser loads the file of a language first. */
await Promise.all(LANGUAGES.map(loadTexts));
