import { t } from '../i18n/office.ts';
/** Accessible names of a calendar's buttons. */
export const CALENDAR_WORDS = {
  previousMonth: t('Previous month'),
  nextMonth: t('Next month'),
  previousYear: t('Previous year'),
  nextYear: t('Next year'),
  previousDecade: t('Previous ten years'),
  nextDecade: t('Next ten years'),
};
