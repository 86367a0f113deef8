import { useWithCode } from '#features/people/accounts/web/parts/use-with-code.ts';
import { download } from '#platform/web/api/api.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { SectionTitle } from '#platform/web/design/parts/page.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { exportPersonalData } from '../../contract/account.ts';
import type { CustomerReply } from '../../customer-shapes.ts';
import styles from './account.module.css';
import { useAccountSentence, useAccountText } from './account-text.ts';
import { CodeProof } from './code-proof.tsx';
import { CLOSE } from './paths.ts';

/** The data export, and the link to close the account. */
export function DataSection({ customer }: { readonly customer: CustomerReply }) {
  const { t } = useAccountText();
  return (
    <section className={styles.section}>
      <SectionTitle>{t('data')}</SectionTitle>
      <p className="k-muted">{t('dataText')}</p>
      <TakeData customer={customer} />
      <p>
        <TextLink roomy href={CLOSE}>
          {t('closeAccount')}
        </TextLink>
      </p>
    </section>
  );
}

function TakeData({ customer }: { readonly customer: CustomerReply }) {
  const { t } = useAccountText();
  const sentenceOf = useAccountSentence();
  const file = useWithCode((otp) => download(exportPersonalData, { params: { id: customer.id }, body: otp }));
  if (file.step === 'code')
    return (
      <CodeProof
        mobile={customer.mobile}
        problem={file.problem}
        isBusy={file.isBusy}
        onCode={file.run}
        onCancel={file.reset}
      />
    );
  return (
    <>
      <Button kind="quiet" busy={file.isBusy && t('downloading')} onClick={() => void file.run()}>
        {t('download')}
      </Button>
      <p role="status">{file.step === 'done' && t('downloaded')}</p>
      <SubmitProblem problem={file.problem} sentenceOf={sentenceOf} />
    </>
  );
}
