import type { Language } from '#platform/kernel/message-kind.ts';

interface Facts {
  readonly business: string;
  readonly phone: string;
}

/** Notifies the account owner that a new calendar link exists, because anyone with the link can see the visits. */
export function feedCreatedMail(language: Language, { business, phone }: Facts) {
  return language === 'zh'
    ? {
        subject: '您的日历链接已创建',
        body: [
          '您的账户刚刚创建了一个新的日历链接。任何拿到这个链接的人都能看到上门时间和地址，请勿转发。',
          '',
          `如果不是您本人操作，请登录并选择“登出所有设备”（链接会同时失效），然后致电我们：${phone}。`,
          '',
          business,
        ].join('\n'),
      }
    : {
        subject: 'A calendar link was created for your account',
        body: [
          'A new calendar link was just created for your account. Anyone with the link can see the times and addresses of your visits, so please do not share it.',
          '',
          `Not you? Sign in and choose "Sign out everywhere", which also turns the link off, then call us: ${phone}.`,
          '',
          business,
        ].join('\n'),
      };
}
