import { useLinkToken } from '#features/people/accounts/web/parts/use-link-token.ts';
import * as routes from '#features/routes.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice, PageTitle } from '#platform/web/design/parts/page.tsx';
import { defineTexts, useText } from '#platform/web/i18n/texts.ts';
import styles from './confirm-email.module.css';

const confirmEmail = lightCall<typeof import('../../contract/email-change.ts').confirmEmail>(
  routes.confirmEmail,
);
const getCustomer = lightCall<typeof import('../../contract.ts').getCustomer>(routes.getCustomer);

/**
 * /confirm-email#token: confirmed by a button rather than by opening the link, because mail scanners open
 * links.
 */
export function Component() {
  const { t } = useText(confirmEmailTexts);
  const token = useLinkToken();
  return (
    <div className={`k-entry-page ${styles.page}`}>
      <PageTitle>{t('title')}</PageTitle>
      {token === '' ? <p>{t('noToken')}</p> : <ConfirmEmail key={token} token={token} />}
      <p>
        <TextLink roomy href="/dashboard/account">
          {t('account')}
        </TextLink>
      </p>
    </div>
  );
}

function ConfirmEmail({ token }: { readonly token: string }) {
  const { t } = useText(confirmEmailTexts);
  const confirm = useAct(confirmEmail, { refresh: [getCustomer] });
  const isOver = confirm.isSuccess || (confirm.error !== null && FINAL.includes(errorCode(confirm.error)));
  return (
    <>
      {!isOver && (
        <>
          <p>{t('ask')}</p>
          <p className="k-muted">{t('notYou')}</p>
        </>
      )}
      <div role="status">{confirm.isSuccess && <Notice kind="good">{t('done')}</Notice>}</div>
      <div role="alert">
        {confirm.error && <Notice kind="bad">{t(`errors.${errorCode(confirm.error)}`)}</Notice>}
      </div>
      {!isOver && (
        <Button
          full
          busy={confirm.isPending && t('confirming')}
          onClick={() => confirm.mutate({ body: { token } })}
        >
          {t('confirm')}
        </Button>
      )}
    </>
  );
}

const KNOWN = ['offline', 'email_link_dead', 'email_in_use'] as const;
/** Errors for which a retry does not help. */
const FINAL: readonly string[] = ['email_link_dead', 'email_in_use'];

function errorCode(error: Error) {
  return KNOWN.find((code) => error instanceof ApiError && error.code === code) ?? 'other';
}

const confirmEmailTexts = defineTexts('confirmEmail', {
  title: 'New e-mail address',
  ask: 'Use this address for your account? Receipts and booking updates will come here.',
  notYou: 'If you did not ask for this, close this page. Nothing will change.',
  confirm: 'Confirm',
  confirming: 'Confirming',
  done: 'Your new e-mail address is confirmed. Our e-mails come here from now on.',
  noToken: 'Open the link in the newest e-mail we sent to your new address.',
  account: 'Your account',
  errors: {
    offline: 'We could not connect. Check your connection, then try again.',
    email_link_dead:
      'This link no longer works. A link works once, for 24 hours, and only the newest one does. Ask for a new one in your account.',
    email_in_use:
      'This e-mail address already belongs to another account. Use another address, or sign in to that account.',
    other: 'That did not work, and nothing was changed. Try again in a moment.',
  },
});
