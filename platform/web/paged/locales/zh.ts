import type { TranslationOf } from '../../i18n/translate.ts';
import type { en } from './en.ts';

export const zh: TranslationOf<typeof en> = {
  tryAgain: '再试一次',
  trying: '正在重试',
  more: '显示更多',
  gettingMore: '正在载入',
};
