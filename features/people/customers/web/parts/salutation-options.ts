import type { Language } from '#platform/web/i18n/language.ts';
import { phraseIn } from '#platform/web/i18n/texts.ts';
import { SALUTATIONS } from '../../rules/salutations.ts';

/** Stored in English in every language: receipts and lists show it. */
/** The options of a select; `none` is the label of no salutation. */
export function salutationOptions(language: Language, none: string) {
  return [
    { value: '', label: none },
    ...SALUTATIONS.map((value) => ({ value, label: phraseIn(language, value) })),
  ];
}
