import type { TranslationOf } from '#platform/web/i18n/translate.ts';
import type { en } from './en.ts';

export const zh: TranslationOf<typeof en> = {
  title: '您的银行卡',
  back: '账户',
  use: '预约清洁或购买钟点时，从这张卡扣款。每笔扣款都会列在付款记录里。',
  expiry: {
    'next-month': '这张卡下个月到期。收到新卡后，请在这里更换。',
    'this-month': '这张卡月底到期。下次预约前，请在这里更换。',
    expired: '这张卡已过期。下次预约前，请先更换。',
  },
  replace: '更换银行卡',
  keep: '保留旧卡',
  noneTitle: '还没有保存银行卡',
  noneText: '保存一张卡，下次预约一按就能付款。',
  add: '添加银行卡',
  newCard: '新卡',
  save: '保存这张卡',
  saving: '正在向银行确认',
  note: '现在不会扣款。银行可能会请您确认。银行卡由 Stripe 处理。',
  noteSandbox: '沙盒：不会扣款。',
  saved: '已保存。以后从尾号 {{last4}} 的卡扣款。',
  notConfirmed: '银行没有确认这张卡，所以没有保存。请再试一次，或换一张卡。',
  declined: '银行拒绝了这张卡，所以没有保存。请换一张卡，或联系银行。',
  lost: '没有收到回复。请再按一次“保存这张卡”，不会扣款。',
  waiting: '银行还没有回复。请过一分钟再打开这一页。',
  throttled: '被拒绝的卡太多。请过一小时再试。',
  unexpected: '我们这边出了问题。请稍后再试。',
};
