import { defineTexts, type TranslateOf } from '#platform/web/i18n/texts.ts';

/** Texts shared by all screens about jobs: services, states, price lines, refusals. */
export const jobsTexts = defineTexts({
  en: {
    service: {
      regular: 'Regular',
      'one-time': 'One-time',
      'spring-cleaning': 'Spring',
      'moving-in-out': 'Moving',
    },
    /** "One-time, 4 hours". */
    what: '{{service}}, {{hours}}',
    crew_one: '{{count}} cleaner',
    crew_other: '{{count}} cleaners',
    crewHours: '{{crew}}, {{hours}} each',
    rated_one: 'rated {{stars}} of 5, {{count}} review',
    rated_other: 'rated {{stars}} of 5, {{count}} reviews',
    status: {
      held: 'Held',
      upcoming: 'Booked',
      now: 'In progress',
      done: 'Done',
      ended: 'Ended',
      cancelled: 'Cancelled',
      expired: 'Not paid in time',
    },
    price: {
      title: 'Your price',
      labour: '{{hours}} × {{rate}}',
      supplies: 'Cleaning supplies',
      credits: '{{hours}} of credit',
      reclean: 'Cleaning again, free of charge',
      toPay: 'To pay',
      paid: 'Paid',
      gst: 'Includes {{amount}} GST',
      loading: 'Working out the price',
      changed: 'The price has changed from {{before}} to {{now}}. Nothing has been charged yet.',
    },
    needs: {
      title: 'What you need at home',
      bring: 'Nothing. We bring cloths, mop, vacuum and detergents.',
      own: 'We use your things. Please have ready: {{supplies}}',
      ownPlain: 'We use your things: cloths, mop, vacuum and detergents.',
    },
    tryAgain: 'Try again',
    trying: 'Trying again',
    close: 'Close',
  },
  zh: {
    service: { regular: '定期', 'one-time': '单次', 'spring-cleaning': '大扫除', 'moving-in-out': '搬家' },
    what: '{{service}}，{{hours}}',
    crew_other: '{{count}} 位清洁员',
    crewHours: '{{crew}}，每位 {{hours}}',
    rated_other: '{{count}} 条评价，平均 {{stars}} 星，满分 5 星',
    status: {
      held: '已保留',
      upcoming: '已预约',
      now: '进行中',
      done: '已完成',
      ended: '时间已过',
      cancelled: '已取消',
      expired: '未及时付款',
    },
    price: {
      title: '您的价格',
      labour: '{{hours}} × {{rate}}',
      supplies: '清洁用品',
      credits: '用 {{hours}}抵付',
      reclean: '免费重新清洁',
      toPay: '应付',
      paid: '已付',
      gst: '已含消费税 {{amount}}',
      loading: '正在计算价格',
      changed: '价格已从 {{before}} 变为 {{now}}。尚未扣款。',
    },
    needs: {
      title: '家里需要准备什么',
      bring: '不用准备。抹布、拖把、吸尘器和清洁剂由我们带来。',
      own: '我们使用您家里的用品。请准备：{{supplies}}',
      ownPlain: '我们使用您家里的抹布、拖把、吸尘器和清洁剂。',
    },
    tryAgain: '再试一次',
    trying: '正在重试',
    close: '关闭',
  },
});

export type JobsText = TranslateOf<typeof jobsTexts>;
