export const zh = {
  hours: {
    title: '您的钟点',
    choice: '您的钟点',
    covers: '用您 {{left}}中的 {{hours}}。',
    coversPart: '用您 {{left}}中的 {{hours}}，余下 {{amount}} 刷卡。',
    on: '已用 {{hours}}抵付',
    onOne: '已用 1 小时抵付',
    off: '不用钟点',
    takingOff: '正在取消',
    go: '用 {{hours}}付款',
    goPart: '用 {{hours}}抵付',
    using: '正在使用钟点',
  },
} as const;
