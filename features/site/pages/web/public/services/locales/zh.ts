import type { TranslationOf } from '#platform/web/i18n/translate.ts';
import type { en } from './en.ts';

export const zh: TranslationOf<typeof en> = {
  allCleans: '四种清洁服务',
  name: {
    regular: '定期清洁',
    'one-time': '单次清洁',
    'spring-cleaning': '大扫除',
    'moving-in-out': '入住或搬出清洁',
  },
  shortest: '{{crew}}，{{hours}}起',
  supplies: '抹布、拖把和清洁剂',
  suppliesIncluded: '由我们带来，已含在价格里。',
  suppliesExtra: '用您家里的，或由我们带来，每次 {{price}}。',
  suppliesYours: '用您家里惯用的。',
  suppliesToPrepare: '请准备：{{supplies}}',
  usualStart: '通常{{time}}开始',
  allPrices: '全部价格',
  close: '关闭',
  colHome: '住家',
  colTime: '时间',
  colPrice: '价格',
  withGst: '已含消费税，之后不会再加钱。',
  book: {
    regular: '预约定期清洁',
    'one-time': '预约单次清洁',
    'spring-cleaning': '预约大扫除',
    'moving-in-out': '预约搬家清洁',
  },
  all: '了解更多',
  others: '查看四种清洁服务',
  times: '查看可预约时段',
};
