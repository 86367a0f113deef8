import { ApiError } from '#platform/web/api/api-error.ts';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { defineTexts, useText } from '#platform/web/i18n/texts.ts';
import { timeToWaitOf } from '#platform/web/time-to-wait.ts';

const KNOWN = ['offline', 'throttled', 'reset_link_dead'] as const;

/** The error message, announced and translated. */
export function PasswordProblem({ problem }: { readonly problem: Error | null }) {
  const { t, language } = useText(passwordTexts);
  const code = KNOWN.find((known) => problem instanceof ApiError && problem.code === known) ?? 'other';
  const wait = code === 'throttled' ? timeToWaitOf(problem, language) : null;
  const sentence = wait === null ? t(`errors.${code}`) : t('errors.throttledFor', { wait });
  return <div role="alert">{problem && <Notice kind="bad">{sentence}</Notice>}</div>;
}

/** Texts for forgotten passwords. Only the office has passwords; others get here by mistake. */
export const passwordTexts = defineTexts('password', {
  forgotten: 'Forgotten password',
  noPassword: 'Customers and cleaners sign in with a code by SMS, without a password.',
  customer: 'Customer sign-in',
  cleaner: 'Cleaner sign-in',
  office: 'Office sign-in',
  who: 'In the office? Type your sign-in name and we e-mail you a link to set a new password.',
  name: 'Sign-in name',
  nameMissing: 'Type your sign-in name.',
  send: 'E-mail me a link',
  sending: 'Sending',
  sent: 'If we know this name, a link is on its way to the e-mail address of its admin. It works for 30 minutes.',
  nothing:
    'Nothing after a few minutes? Look in the spam folder, or ask another admin to set a new password for you.',
  fresh: 'New password',
  freshHint: 'At least 12 characters. A few words are easy to remember.',
  short: 'Use at least 12 characters.',
  long: 'Use at most 128 characters.',
  set: 'Set password',
  setting: 'Setting the password',
  done: 'Your new password is set. You are signed out everywhere.',
  noToken: 'Open the newest link in your e-mail to set a new password.',
  again: 'Ask for a new link',
  errors: {
    offline: 'We could not connect. Check your connection, then try again.',
    throttled: 'Too many tries. Wait a little, then try again.',
    throttledFor: 'Too many tries. Try again in {{wait}}.',
    reset_link_dead: 'This link no longer works. It works once, for a limited time, and only the newest one.',
    other: 'That did not work. Nothing was changed. Try again in a moment.',
  },
});
