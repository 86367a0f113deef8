import { ApiError } from './api/api-error.ts';
import type { Language } from './i18n/language.ts';
import { translationOf } from './i18n/translations.ts';

const UNEXPECTED = 'Something went wrong on our side. Try again in a moment.';

/**
 * The sentence for an error in the language of the page: in English the server's, in other languages by its code, from the
 * feature's own translations or the common ones. A code that has no translation keeps the server's sentence.
 *
 * @param own the catalogue of the feature's refusals
 */
export function refusalSentence(problem: unknown, language: Language, own = 'refusals'): string {
  const common = translationOf(language, 'refusals');
  const unexpected = String(common.unexpected ?? UNEXPECTED);
  if (!(problem instanceof ApiError)) return unexpected;
  const said = problem.errors[0]?.message ?? problem.detail;
  if (language === 'en') return said;
  const known = [translationOf(language, own), common].find((table) => Object.hasOwn(table, problem.code))?.[
    problem.code
  ];
  if (typeof known === 'string') return known;
  return problem.status >= 500 ? unexpected : said;
}
