import { registerCatalogue } from '#platform/web/i18n/catalogue.ts';

/** Texts of the messages on the customer's booking page. */
export const useThreadText = registerCatalogue('conversations', {
  en: {
    title: 'Messages',
    about: 'Ask us anything about this booking. We answer here, and by e-mail.',
    loading: 'Loading your messages',
    failed: 'We could not load your messages.',
    again: 'Try again',
    trying: 'Trying again',
    you: 'You',
    us: 'Our team',
    list: 'Messages about this booking',
    label: 'Your message',
    empty: 'Write your message first.',
    send: 'Send message',
    sending: 'Sending',
    sent: 'Sent. We answer here, and by e-mail.',
    errors: {
      offline: 'We could not connect. Your message is kept here. Send it again in a moment.',
      throttled: 'That is a lot of messages. Wait a little, or call us.',
      other: 'Your message was not sent. It is kept here: try again in a moment.',
    },
  },
  zh: {
    title: '留言',
    about: '关于这次预约，有问题都可以问我们。我们会在这里和电邮里回复。',
    loading: '正在载入留言',
    failed: '无法载入留言。',
    again: '再试一次',
    trying: '正在重试',
    you: '您',
    us: '客服',
    list: '关于这次预约的留言',
    label: '您的留言',
    empty: '请先写下留言。',
    send: '发送留言',
    sending: '正在发送',
    sent: '已发送。我们会在这里和电邮里回复。',
    errors: {
      offline: '无法连接。您的留言还在这里，请稍后再发。',
      throttled: '留言太多了。请稍等，或打电话给我们。',
      other: '留言没有发出。内容还在这里，请稍后再试。',
    },
  },
});
