import type { TranslationOf } from '#platform/web/i18n/translate.ts';
import type { en } from './en.ts';

export const zh: TranslationOf<typeof en> = {
  title: '候补名单',
  intro: '一有空档，我们会发短信通知您，并为您保留半小时。',
  what: '{{service}}，{{hours}}',
  place: '{{what}} · {{home}}',
  parts: { any: '{{day}}', morning: '{{day}}上午', afternoon: '{{day}}下午' },
  states: {
    waiting: '候补中',
    offered: '已保留',
    passed: '保留已结束',
  },
  passedText: '为您保留的时间没有在期限内付款。',
  offeredText: '有空档了，我们已为您保留。请在上面付款，或把它让给下一位客户。',
  giveUp: '不用了',
  giveUpOf: '不用了，放弃{{day}}的时间',
  rejoin: '继续候补',
  rejoinOf: '继续候补{{day}}',
  rejoining: '正在加入',
  waitsAgain: '您已重新候补{{day}}。',
  leave: '退出',
  leaveOf: '退出{{day}}的候补名单',
  leaving: '正在退出',
  left: '您已退出{{day}}的候补名单。',
  failed: '无法载入您的候补名单。',
  tryAgain: '再试一次',
  trying: '正在重试',
};
