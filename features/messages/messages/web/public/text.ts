import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';

/** Texts of the unsubscribe page. */
export const useUnsubscribeText = registerCatalogue('unsubscribe', {
  en: {
    title: 'What we send you',
    loading: 'Looking up what we send you',
    on: 'You get review requests after a visit, and an offer to go on when a series ends.',
    off: 'You get no review requests, renewal offers or news by e-mail.',
    always: 'Confirmations, changes and reminders of your bookings still come.',
    stop: 'Stop them',
    stopping: 'Stopping',
    resume: 'Send me review requests and renewal offers',
    resuming: 'Saving',
    stopped: 'Stopped.',
    resumed: 'You will get them again.',
    noToken: 'Open the link at the foot of our e-mail to change what we send you.',
    account: 'Your account',
    again: 'Try again',
    errors: {
      offline: 'We could not connect. Check your connection, then try again.',
      bad_link: 'This link does not work. Open it from the e-mail again, or write to us.',
      other: 'That did not work, and nothing was changed. Try again in a moment.',
    },
  },
  zh: {
    title: '我们发给您的电邮',
    loading: '正在查询',
    on: '服务完成后您会收到评价邀请，定期服务快结束时会收到续约提醒。',
    off: '您不会再收到评价邀请、续约提醒和资讯电邮。',
    always: '预约确认、改期和提醒还是会照常发送。',
    stop: '停止发送',
    stopping: '正在停止',
    resume: '恢复评价邀请和续约提醒',
    resuming: '正在保存',
    stopped: '已停止。',
    resumed: '已恢复。',
    noToken: '请打开我们电邮底部的链接来更改。',
    account: '您的账户',
    again: '再试一次',
    errors: {
      offline: '无法连接。请检查网络，再试一次。',
      bad_link: '这个链接无效。请从电邮重新打开，或联系我们。',
      other: '没有成功，也没有任何更改。请稍后再试。',
    },
  },
});
