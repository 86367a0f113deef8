import type { TranslationOf } from '#platform/web/i18n/translate.ts';
import type { en } from './en.ts';

export const zh: TranslationOf<typeof en> = {
  'terms-and-conditions': '条款与条件',
  'terms-of-service': '服务条款',
  'privacy-policy': '隐私',
  loading: '正在载入本页',
  failed: '无法载入本页。',
  tryAgain: '再试一次',
  writeTo: '电邮至 {{email}}',
  writeHere: '写信给我们',
};
