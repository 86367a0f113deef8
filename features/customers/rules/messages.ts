import { BUSINESS, type MessageKind, mailText, smsText } from '#platform/kernel/message-kind.ts';

/** What is told of an account is told without a name: the address may be somebody else's by now. */
type Nothing = Record<never, never>;

const shared = { reader: 'customer', placeholders: BUSINESS, required: {} } as const;
const ofNothing = { values: () => ({}), example: {} } as const;

export const EMAIL_CHANGED: MessageKind<Nothing> = {
  ...shared,
  ...ofNothing,
  kind: 'email-changed',
  title: 'E-mail address changed',
  when: 'To the old address, once it has been replaced.',
  channels: ['email'],
  texts: {
    en: mailText(
      'Your Kemas e-mail address was changed',
      'E-mails from Kemas now go to a new address. If you did not ask for this, call us right away.',
    ),
    zh: mailText(
      '您的 Kemas 电邮地址已更改',
      'Kemas 的电邮今后会发送到新的地址。如果不是您本人操作，请马上致电我们。',
    ),
  },
};

export const FACEBOOK_LINKED: MessageKind<Nothing> = {
  ...shared,
  ...ofNothing,
  kind: 'facebook-linked',
  title: 'Facebook linked',
  when: 'When a Facebook account is linked to sign in with.',
  channels: ['email'],
  texts: {
    en: mailText(
      'Facebook now signs you in to Kemas',
      'A Facebook account was linked to your Kemas account, and can sign you in from now on. If you did not do this, call us right away.',
    ),
    zh: mailText(
      '您现在可以用 Facebook 登录 Kemas',
      '一个 Facebook 账户已连接到您的 Kemas 账户，今后可以用它登录。如果不是您本人操作，请马上致电我们。',
    ),
  },
};

export const ACCOUNT_CLOSED: MessageKind<Nothing> = {
  ...shared,
  ...ofNothing,
  kind: 'account-closed',
  title: 'Account closed',
  when: 'When a customer has closed their account. It goes out at once.',
  channels: ['email', 'sms'],
  texts: {
    en: {
      ...smsText('Your Kemas account is closed. Not you? Call us right away.'),
      ...mailText(
        'Your Kemas account is closed',
        'Your account is closed, and your name, number, addresses and notes are gone from it.',
        '',
        'Receipts and visits stay in our books without your name, as the law requires.',
        '',
        'If you did not ask for this, call us right away.',
      ),
    },
    zh: {
      ...smsText('您的 Kemas 账户已关闭。如果不是您本人操作，请马上致电我们。'),
      ...mailText(
        '您的 Kemas 账户已关闭',
        '您的账户已关闭，姓名、号码、地址和备注都已删除。',
        '',
        '按照法律规定，收据和清洁记录会保留在账目中，但不再有您的姓名。',
        '',
        '如果不是您本人操作，请马上致电我们。',
      ),
    },
  },
};
