import type { en } from './en.ts';

export const zh: Readonly<Record<keyof typeof en, string>> = {
  add: '输入优惠码',
  label: '优惠码',
  apply: '使用',
  applying: '正在检查',
  on: '已使用 {{code}}',
  takesOff: '{{code}} 减 {{amount}}',
  remove: '取消',
  removing: '正在取消',
  empty: '请先输入优惠码。',
  'not-known': '找不到这个优惠码。请检查后再试。',
  'not-yet': '这个优惠码 {{day}}才开始。',
  ended: '这个优惠码 {{day}}已经结束。',
  'other-clean': '这个优惠码只能用于其他清洁服务。',
  'other-package': '这个优惠码只能用于其他配套。',
  'other-region': '这个优惠码只能用于其他地区的住址。',
  'not-first': '这个优惠码只限首次预约使用。',
  'used-once': '您已经用过这个优惠码。',
  'used-often': '这个优惠码您已用满次数。',
  'used-up': '这个优惠码已经用完。',
  'nothing-off': '这个优惠码在这里减不了价，留到下次再用吧。',
};
