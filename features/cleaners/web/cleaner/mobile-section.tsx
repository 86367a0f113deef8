import { useState } from 'react';
import { readMobile, showMobile } from '#platform/kernel/mobile.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { CodeField } from '#platform/web/design/parts/code-field.tsx';
import { TelField } from '#platform/web/design/parts/field.tsx';
import { SectionTitle } from '#platform/web/design/parts/page.tsx';
import type { CleanerReply } from '../../cleaner-shapes.ts';
import { changeMobile, getCleaner, verifyNewMobile } from '../../contract.ts';
import { useProfileSentence, useProfileText } from '../text.ts';
import styles from './profile.module.css';

type Step = 'now' | 'number' | 'code' | 'changed';

/** The number that codes go to: a new one counts once its code has come back. */
export function MobileSection({ cleaner }: { readonly cleaner: CleanerReply }) {
  const { t } = useProfileText();
  const [step, setStep] = useState<Step>('now');
  const [mobile, setMobile] = useState('');
  return (
    <section className={styles.section}>
      <SectionTitle>{t('mobile')}</SectionTitle>
      <p>{t('mobileNow', { mobile: showMobile(cleaner.mobile) })}</p>
      {(step === 'now' || step === 'changed') && (
        <Button kind="quiet" onClick={() => setStep('number')}>
          {t('changeMobile')}
        </Button>
      )}
      {step === 'number' && (
        <NumberStep
          cleanerID={cleaner.id}
          {...{ mobile, setMobile }}
          onSent={() => setStep('code')}
          onCancel={() => setStep('now')}
        />
      )}
      {step === 'code' && (
        <CodeStep
          cleanerID={cleaner.id}
          mobile={mobile}
          onChanged={() => {
            setMobile('');
            setStep('changed');
          }}
          onCancel={() => setStep('number')}
        />
      )}
      <p role="status">{step === 'changed' && t('mobileChanged')}</p>
    </section>
  );
}

interface NumberStepProps {
  readonly cleanerID: string;
  readonly mobile: string;
  setMobile(mobile: string): void;
  onSent(): void;
  onCancel(): void;
}

function NumberStep({ cleanerID, mobile, setMobile, onSent, onCancel }: NumberStepProps) {
  const { t } = useProfileText();
  const sentenceOf = useProfileSentence();
  const [isWrong, setWrong] = useState(false);
  const request = useAct(changeMobile, { onSuccess: onSent });
  return (
    <form
      className={styles.section}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const read = readMobile(mobile);
        setWrong(read === null);
        if (read !== null && !request.isPending) request.mutate({ body: { mobile: read, cleanerID } });
      }}
    >
      <TelField
        label={t('newMobile')}
        hint={t('newMobileHint')}
        name="mobile"
        maxLength={20}
        value={mobile}
        error={isWrong ? t('wrong.mobile') : request.error && sentenceOf(request.error)}
        onChange={({ target }) => {
          setWrong(false);
          request.reset();
          setMobile(target.value);
        }}
      />
      <div className={styles.pair}>
        <Button kind="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" busy={request.isPending && t('sendingCode')}>
          {t('sendCode')}
        </Button>
      </div>
    </form>
  );
}

interface CodeStepProps {
  readonly cleanerID: string;
  readonly mobile: string;
  onChanged(): void;
  onCancel(): void;
}

function CodeStep({ cleanerID, mobile, onChanged, onCancel }: CodeStepProps) {
  const { t } = useProfileText();
  const sentenceOf = useProfileSentence();
  const [otp, setOtp] = useState('');
  const verify = useAct(verifyNewMobile, { refresh: [getCleaner], onSuccess: onChanged });
  const send = (code: string) => {
    if (!verify.isPending) verify.mutate({ body: { otp: code, cleanerID } });
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
