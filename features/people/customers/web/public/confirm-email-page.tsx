import { useLinkToken } from '#features/people/accounts/web/parts/use-link-token.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice, PageTitle } from '#platform/web/design/parts/page.tsx';
import styles from './confirm-email.module.css';
import { useConfirmEmailText } from './confirm-email-text.ts';

const confirmEmail = lightCall<typeof import('../../contract/email-change.ts').confirmEmail>({
  method: 'POST',
  path: '/customers/confirm-email',
});
const getCustomer = lightCall<typeof import('../../contract.ts').getCustomer>({
  method: 'GET',
  path: '/customers/:id',
});

/**
 * /confirm-email#token: confirmed by a button rather than by opening the link, because mail scanners open
 * links.
 */
export function Component() {
  const { t } = useConfirmEmailText();
  const token = useLinkToken();
  return (
    <div className={styles.page}>
      <PageTitle>{t('title')}</PageTitle>
      {token === '' ? <p>{t('noToken')}</p> : <Confirm key={token} token={token} />}
      <p>
        <TextLink roomy href="/dashboard/account">
          {t('account')}
        </TextLink>
      </p>
    </div>
  );
}

function Confirm({ token }: { readonly token: string }) {
  const { t } = useConfirmEmailText();
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
