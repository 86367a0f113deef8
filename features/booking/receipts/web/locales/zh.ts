export const zh = {
  receipt: '收据 {{number}}（PDF）',
  creditNote: '退款单 {{number}}（PDF）',
  fetching: '正在取得 PDF',
  failed: '无法取得 PDF。请稍后再试。',
  offline: '无法连接。请检查网络，再试一次。',
  title: '收据',
  listFailed: '无法载入收据。',
  tryAgain: '再试一次',
  trying: '正在重试',
} as const;
