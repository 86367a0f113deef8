import { useState } from 'react';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { cancelEmailChange, resendEmailConfirmation } from '../../contract/email-change.ts';
import { getCustomer } from '../../contract.ts';
import type { CustomerReply } from '../../customer-shapes.ts';
import styles from './account.module.css';
import { useAccountSentence, useAccountText } from './account-text.ts';

/** The unconfirmed new e-mail address, with buttons to resend the link or cancel. */
export function PendingEmail({ customer }: { readonly customer: CustomerReply }) {
  const { t } = useAccountText();
  const sentenceOf = useAccountSentence();
  const { email: current, pendingEmail } = customer;
  const [done, setDone] = useState<'resent' | 'emailKept' | null>(null);
  const resend = useAct(resendEmailConfirmation, {
    refresh: [getCustomer],
    onSuccess: () => setDone('resent'),
  });
  const cancel = useAct(cancelEmailChange, { refresh: [getCustomer], onSuccess: () => setDone('emailKept') });
  const act = (which: typeof resend | typeof cancel) => {
    setDone(null);
    resend.reset();
    cancel.reset();
    which.mutate({ params: { id: customer.id } });
  };
  const problem = resend.error ?? cancel.error;
  return (
    <>
      <div role="status">
        {pendingEmail && (
          <Notice kind="sun">
            <b>{t('pendingTitle', { email: pendingEmail })}</b> {t('pendingText', { current })}
          </Notice>
        )}
      </div>
      {pendingEmail && (
        <div className={styles.pair}>
          <Button
            kind="quiet"
            size="small"
            busy={resend.isPending && t('resending')}
            onClick={() => act(resend)}
          >
            {t('resendLink')}
          </Button>
          <Button
            kind="quiet"
            size="small"
            busy={cancel.isPending && t('cancelling')}
            onClick={() => act(cancel)}
          >
            {t('cancelEmail')}
          </Button>
        </div>
      )}
      <p role="status">{done !== null && t(done, { current })}</p>
      <SubmitProblem problem={problem} sentenceOf={sentenceOf} />
    </>
  );
}
