import type { Language } from '#platform/web/i18n/language.ts';
import { SALUTATIONS } from '../../rules/salutations.ts';

/** Stored in English in every language: receipts and lists show it. */
const CHINESE: Readonly<Record<(typeof SALUTATIONS)[number], string>> = {
  Mr: '先生 (Mr)',
  Mrs: '太太 (Mrs)',
  Ms: '女士 (Ms)',
  Miss: '小姐 (Miss)',
  Mdm: '女士 (Mdm)',
  Dr: '博士 / 医生 (Dr)',
  Prof: '教授 (Prof)',
};

/** The options of a select; `none` is the label of no salutation. */
export function salutationOptions(language: Language, none: string) {
  return [
    { value: '', label: none },
    ...SALUTATIONS.map((value) => ({ value, label: language === 'zh' ? CHINESE[value] : value })),
  ];
}
