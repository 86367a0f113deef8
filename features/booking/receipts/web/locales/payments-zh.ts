import type { TranslationOf } from '#platform/web/i18n/translate.ts';
import type { en } from './payments-en.ts';

export const zh: TranslationOf<typeof en> = {
  title: '付款记录',
  back: '账户',
  loading: '正在载入付款记录',
  failed: '无法载入付款记录。',
  none: '还没有付款',
  noneText: '每笔付款和退款都会列在这里，收据随时可以下载。',
  book: '预约清洁',
  line: '{{day}}，{{method}}',
  see: '查看预约',
  seeOf: '查看预约，收据 {{number}}',
  refunded: '已退 {{amount}}',
  type: {
    job_other: '{{count}} 次清洁',
    'credit-package': '钟点配套',
    'ad-hoc': '收费',
    refund: '退款',
    manual: '付款',
    adjustment: '调整',
  },
  method: {
    card: '银行卡',
    credits: '钟点',
    cash: '现金',
    paynow: 'PayNow',
    bank: '银行转账',
    adjustment: '调整',
  },
  refund: {
    created: '正在退款',
    sent: '正在退款',
    unknown: '正在退款',
    pending: '银行处理中',
    succeeded: '已退款给您',
    failed: '银行退回了这笔款项，我们会联系您。',
  },
};
