import { mailText as email, smsText as sms, type Texts } from '#platform/kernel/message-kind.ts';
import type { Kind } from '../kinds.ts';
import { lowerTexts } from '../lower-kinds.ts';

/** The same in Chinese, by Singapore usage. */
export const zh: Readonly<Record<Kind, Texts>> = {
  ...lowerTexts('zh'),
  'visit-booked': email(
    '预约成功：{when}',
    ...['{firstname}，您好：', '', '{what}', '', '{visits}', '地址：{address}', '{paid}', '{prepare}', ''],
    ...['{terms}', '', '{link}', '', '{day}见。'],
  ),
  'visit-moved': email(
    '已改期：{time}',
    ...['{firstname}，您好：', '', '您的清洁服务已改期。新的时间是{time}{crew}。', '', '{link}'],
  ),
  'crew-changed': {
    ...email(
      '更换清洁员：{time}',
      ...['{firstname}，您好：', '', '您{time}的清洁服务改由{who}负责，时间不变。', '', '{link}'],
    ),
    ...sms('您{time}的清洁服务改由{who}负责，时间不变。{business}'),
  },
  'visit-cancelled': email('已取消：{time}', ...['{firstname}，您好：', '', '{what}', '', '{back}']),
  'series-moved': email(
    '已改期：{when}',
    ...['{firstname}，您好：', '', '{what}', '', '{visits}', '', '{link}'],
  ),
  'series-cancelled': email(
    '已取消：{when}',
    ...['{firstname}，您好：', '', '{what}', '', '{visits}', '', '{back}'],
  ),
  'visit-reminder': {
    ...email(
      '明天：{time}',
      ...['{firstname}，您好：', '', '您的清洁服务时间是{time}{crew}。', '地址：{address}', ''],
      ...['如果临时有事，可以在这里改期或取消：', '', '{link}'],
    ),
    ...sms('提醒：您的清洁服务时间是{time}{crew}。{business}'),
  },
  'on-the-way': sms('{cleaner}正在前往您家，清洁时间：{time}。{business}'),
  'visit-done': email(
    '这次清洁您满意吗？',
    ...['{firstname}，您好：', '', '您家已经打扫好了。满意吗？点两下就能告诉我们和清洁员。', ''],
    ...['{link}', '', '如果有不满意的地方，请直接回复这封电邮，我们会跟进。'],
  ),
  'hold-ending': sms('请在{until}前付{amount}以确认预约（{when}）。我们会为您保留到那时：{link}'),
  'payment-request': {
    ...email(
      '请付款以确认预约：{when}',
      ...['{firstname}，您好：', '', '我们为您保留以下时间，到{until}为止：', '', '{visits}'],
      ...['地址：{address}', '', '请在这之前付{amount}，预约就确认了：', '', '{link}'],
    ),
    ...sms('我们为您保留{when}，到{until}为止。付{amount}即可确认：{link}'),
  },
  'payment-due': {
    ...email(
      '请在{due}之前付款：{when}',
      ...['{firstname}，您好：', '', '以下服务已经预约好：', '', '{visits}', ''],
      ...['请在{due}之前付{amount}：', '', '{link}'],
    ),
    ...sms('请在{due}之前付{amount}（{when}）：{link}'),
  },
  'payment-received': email(
    '已收到付款：{amount}',
    ...['{firstname}，您好：', '', '谢谢您。我们已收到{amount}，用于：', '', '{visits}', ''],
    ...['收据在您的预约页面：', '', '{link}'],
  ),
  'series-ending': email(
    '您预约的最后一次清洁：{time}',
    ...['{firstname}，您好：', '', '{time}之后就没有预约了。要我们继续来吗？', ''],
    ...['{link}', '', '没有您的同意，我们不会自动续约。'],
  ),
  'office-answer': email(
    '关于您{time}的清洁服务',
    ...['{firstname}，您好：', '', '{answer}', '', '您可以在这里回复：', '', '{link}'],
  ),
  'crew-new': sms('新工作：{time}，新加坡{postal}。详情请看 Kemas。'),
  'crew-moved': sms('工作有变动。现在是：{time}，新加坡{postal}。详情请看 Kemas。'),
  'crew-released': sms('您不用去这份工作了：{time}，新加坡{postal}。'),
  'crew-series-new': sms('新工作：{day}起{many}，新加坡{postal}。详情请看 Kemas。'),
  'crew-series-moved': sms('工作改期：{many}，新时间从{day}开始，新加坡{postal}。详情请看 Kemas。'),
  'crew-series-released': sms('您不用去这些工作了：{day}起{many}，新加坡{postal}。'),
  'crew-reminder': sms('提醒：{time}，新加坡{postal}。详情请看 Kemas。'),
};
