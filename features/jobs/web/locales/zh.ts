import type { TranslationOf } from '#platform/web/i18n/translate.ts';
import type { en } from './en.ts';

export const zh: TranslationOf<typeof en> = {
  service: { regular: '定期', 'one-time': '单次', 'spring-cleaning': '大扫除', 'moving-in-out': '搬家' },
  what: '{{service}}，{{hours}}',
  crew_other: '{{count}} 位清洁员',
  crewHours: '{{crew}}，每位 {{hours}}',
  status: {
    held: '已保留',
    upcoming: '已预约',
    now: '进行中',
    done: '已完成',
    cancelled: '已取消',
    expired: '未及时付款',
  },
  price: {
    title: '您的价格',
    labour: '{{hours}} × {{rate}}',
    supplies: '清洁用品',
    credits: '用 {{hours}}抵付',
    toPay: '应付',
    paid: '已付',
    gst: '已含消费税 {{amount}}',
    loading: '正在计算价格',
    changed: '价格已从 {{before}} 变为 {{now}}。尚未扣款。',
  },
  errors: {
    offline: '没有网络。请检查连接，再试一次。',
    slot_taken: '这个时间刚刚被别人订了。没有扣款。',
    hold_expired: '15 分钟已到，这个时间已被别人订了。没有扣款。',
    not_bookable: '这个时间已经不能预约，请选别的时间。',
    too_many_holds: '您有五个预约等待付款。请先付其中一个，或等 15 分钟后再试。',
    price_changed: '价格有变。没有扣款。',
    not_payable: '这个预约已不需付款。',
    no_stored_card: '您没有保存的卡，请输入卡号。',
    payment_in_progress: '正在等银行回复，请不要重复付款。有结果会马上显示。',
    throttled: '尝试次数太多。请稍后再试。',
    unexpected: '我们这边出了问题。请稍后再试。',
  },
  tryAgain: '再试一次',
  trying: '正在重试',
  close: '关闭',
};
