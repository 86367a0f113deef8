import { useState } from 'react';
import { readMobile, showMobile } from '#platform/kernel/mobile.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { CodeField } from '#platform/web/design/parts/code-field.tsx';
import { TelField } from '#platform/web/design/parts/field.tsx';
import { SectionTitle } from '#platform/web/design/parts/page.tsx';
import { changeMobile, verifyNewMobile } from '../../account-calls.ts';
import { getCustomer } from '../../contract.ts';
import type { CustomerReply } from '../../customer-shapes.ts';
import styles from './account.module.css';
import { useAccountSentence, useAccountText } from './account-text.ts';
import { CodeProof } from './code-proof.tsx';
import { useWithCode } from './use-with-code.ts';

type Step = 'now' | 'number' | 'code' | 'changed';

/** The number that codes go to: a new one counts once its own code has come back. */
export function MobileSection({ customer }: { readonly customer: CustomerReply }) {
  const { t } = useAccountText();
  const [step, setStep] = useState<Step>('now');
  const [mobile, setMobile] = useState('');
  const changed = () => {
    setMobile('');
    setStep('changed');
  };
  return (
    <section className={styles.section}>
      <SectionTitle>{t('mobile')}</SectionTitle>
      <p>{t('mobileNow', { mobile: showMobile(customer.mobile) })}</p>
      {(step === 'now' || step === 'changed') && (
        <Button kind="quiet" onClick={() => setStep('number')}>
          {t('changeMobile')}
        </Button>
      )}
      {step === 'number' && (
        <NumberStep
          customer={customer}
          {...{ mobile, setMobile }}
          onSent={() => setStep('code')}
          onCancel={() => setStep('now')}
        />
      )}
      {step === 'code' && (
        <CodeStep
          customerID={customer.id}
          mobile={mobile}
          onChanged={changed}
          onCancel={() => setStep('number')}
        />
      )}
      <p role="status">{step === 'changed' && t('mobileChanged')}</p>
    </section>
  );
}

interface NumberStepProps {
  readonly customer: CustomerReply;
  readonly mobile: string;
  setMobile(mobile: string): void;
  onSent(): void;
  onCancel(): void;
}

function NumberStep({ customer, mobile, setMobile, onSent, onCancel }: NumberStepProps) {
  const { t } = useAccountText();
  const sentenceOf = useAccountSentence();
  const [isWrong, setWrong] = useState(false);
  const request = useAct(changeMobile, { onSuccess: onSent });
  const asking = useWithCode((otp) =>
    request.mutateAsync({ body: { mobile: readMobile(mobile) ?? '', customerID: customer.id, ...otp } }),
  );
  const field = (
    <TelField
      label={t('newMobile')}
      hint={t('newMobileHint')}
      name="mobile"
      maxLength={20}
      value={mobile}
      readOnly={asking.step === 'code'}
      error={
        isWrong ? t('wrong.mobile') : asking.step === 'ready' && asking.problem && sentenceOf(asking.problem)
      }
      onChange={({ target }) => {
        setWrong(false);
        asking.reset();
        setMobile(target.value);
      }}
    />
  );
  if (asking.step === 'code')
    return (
      <div className={styles.section}>
        {field}
        <CodeProof
          mobile={customer.mobile}
          problem={asking.problem}
          isBusy={asking.isBusy}
          onCode={asking.run}
          onCancel={asking.reset}
        />
      </div>
    );
  return (
    <form
      className={styles.section}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const read = readMobile(mobile);
        setWrong(read === null);
        if (read !== null) void asking.run();
      }}
    >
      {field}
      <div className={styles.pair}>
        <Button kind="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" busy={asking.isBusy && t('sendingCode')}>
          {t('sendCode')}
        </Button>
      </div>
    </form>
  );
}

interface CodeStepProps {
  readonly customerID: string;
  readonly mobile: string;
  onChanged(): void;
  onCancel(): void;
}

function CodeStep({ customerID, mobile, onChanged, onCancel }: CodeStepProps) {
  const { t } = useAccountText();
  const sentenceOf = useAccountSentence();
  const [otp, setOtp] = useState('');
  const verify = useAct(verifyNewMobile, { refresh: [getCustomer], onSuccess: onChanged });
  const send = (code: string) => {
    if (!verify.isPending) verify.mutate({ body: { otp: code, customerID } });
  };
  return (
    <form
      className={styles.section}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send(otp);
      }}
    >
      <p role="status">{t('codeSent', { mobile: showMobile(readMobile(mobile) ?? mobile) })}</p>
      <CodeField
        label={t('code')}
        name="otp"
        value={otp}
        onChange={(typed) => {
          verify.reset();
          setOtp(typed);
        }}
        onComplete={send}
        error={verify.error && sentenceOf(verify.error)}
        autoFocus
      />
      <div className={styles.pair}>
        <Button kind="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" busy={verify.isPending && t('checking')}>
          {t('confirm')}
        </Button>
      </div>
    </form>
  );
}
