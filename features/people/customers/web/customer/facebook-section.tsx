import { useWithCode } from '#features/people/accounts/web/parts/use-with-code.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { SectionTitle } from '#platform/web/design/parts/page.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { unlinkFacebook } from '../../contract/facebook.ts';
import { getCustomer } from '../../contract.ts';
import type { CustomerReply } from '../../customer-shapes.ts';
import styles from './account.module.css';
import { useAccountSentence, useAccountText } from './account-text.ts';
import { CodeProof } from './code-proof.tsx';

/** Shows that Facebook is linked, with a button to unlink it. Renders nothing otherwise. */
export function FacebookSection({ customer }: { readonly customer: CustomerReply }) {
  const { t } = useAccountText();
  const sentenceOf = useAccountSentence();
  const act = useAct(unlinkFacebook, { refresh: [getCustomer] });
  const unlink = useWithCode((otp) => act.mutateAsync({ params: { id: customer.id }, body: otp }));
  if (!customer.facebookLinked && unlink.step !== 'done') return null;
  return (
    <section className={styles.section}>
      <SectionTitle>Facebook</SectionTitle>
      <p className="k-muted" role="status">
        {t(unlink.step === 'done' ? 'facebookUnlinked' : 'facebookText')}
      </p>
      {unlink.step === 'code' && (
        <CodeProof
          mobile={customer.mobile}
          problem={unlink.problem}
          isBusy={unlink.isBusy}
          onCode={unlink.run}
          onCancel={unlink.reset}
        />
      )}
      {unlink.step === 'ready' && (
        <>
          <Button
            kind="quiet"
            busy={unlink.isBusy && t('facebookUnlinking')}
            onClick={() => void unlink.run()}
          >
            {t('facebookUnlink')}
          </Button>
          <SubmitProblem problem={unlink.problem} sentenceOf={sentenceOf} />
        </>
      )}
    </section>
  );
}
