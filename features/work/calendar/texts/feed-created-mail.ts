import { defineTexts, type Translations, translator } from '#platform/kernel/translate.ts';

interface Facts {
  readonly business: string;
  readonly phone: string;
}

const texts = defineTexts('feedCreated', {
  subject: 'A calendar link was created for your account',
  what: 'A new calendar link was just created for your account. Anyone with the link can see the times and addresses of your visits, so please do not share it.',
  notYou:
    'Not you? Sign in and choose "Sign out everywhere", which also turns the link off, then call us: {{phone}}.',
});

/** Notifies the account owner that a new calendar link exists, because anyone with the link can see the visits. */
export function feedCreatedMail(translations: Translations, { business, phone }: Facts) {
  const t = translator(translations, texts);
  return { subject: t('subject'), body: [t('what'), '', t('notYou', { phone }), '', business].join('\n') };
}
