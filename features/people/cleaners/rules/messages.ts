import { BUSINESS, type MessageKind, smsText } from '#platform/kernel/message-kind.ts';

interface Invitation {
  readonly firstname: string;
}

/** Sent only when the office presses the button. */
export const CLEANER_INVITED: MessageKind<Invitation> = {
  kind: 'cleaner-invited',
  title: 'Invitation to sign in',
  when: 'When the office invites a cleaner, on their page.',
  reader: 'cleaner',
  channels: ['sms'],
  placeholders: { firstname: "the cleaner's first name", link: 'where cleaners sign in', ...BUSINESS },
  required: { sms: ['link'] },
  texts: {
    en: smsText('Hi {firstname}, you can now see your {business} visits. Sign in with this number: {link}'),
    zh: smsText('{firstname}您好！请用此号码登录 {business} 查看工作：{link}'),
  },
  values: ({ firstname }, { site }) => ({ firstname, link: `${site}/cleaner/signin` }),
  example: { firstname: 'Siew Hua' },
};

/** Minutes in which a second press, or a colleague's, sends nothing more. */
export const INVITED_AGAIN_AFTER_MINUTES = 5;

/** Every message that this feature sends, by kind. */
export const CLEANER_MESSAGES = { 'cleaner-invited': CLEANER_INVITED } as const;
