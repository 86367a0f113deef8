import type { TranslationOf } from '#platform/web/i18n/translate.ts';
import type { en } from './en.ts';

export const zh: TranslationOf<typeof en> = {
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
};
