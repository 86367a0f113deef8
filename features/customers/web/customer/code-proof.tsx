import { useEffect, useRef, useState } from 'react';
import { showMobile } from '#platform/kernel/mobile.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { CodeField } from '#platform/web/design/parts/code-field.tsx';
import { signInCustomer } from '../../contract.ts';
import styles from './account.module.css';
import { useAccountSentence, useAccountText } from './account-text.ts';

interface Props {
  /** Where the code goes: 65XXXXXXXX. */
  readonly mobile: string;
  /** What it is for, or was refused for. */
  readonly problem: Error | null;
  readonly isBusy: boolean;
  /** With the code that was typed. */
  onCode(otp: string): void;
  onCancel(): void;
}

/** A code of the person's own number, where the server wants to be sure that it is they. */
export function CodeProof({ mobile, problem, isBusy, onCode, onCancel }: Props) {
  const { t } = useAccountText();
  const sentenceOf = useAccountSentence();
  const [otp, setOtp] = useState('');
  const request = useAct(signInCustomer);
  const place = useRef<HTMLFieldSetElement>(null);
  const isSent = request.isSuccess;
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const send = (code: string) => {
    if (!isBusy) onCode(code);
  };
  return (
    <fieldset ref={place} className={`${styles.section} ${styles.plain}`}>
      <p role="status">{t(isSent ? 'codeSent' : 'proof', { mobile: showMobile(mobile) })}</p>
      {isSent && (
        <CodeField
          label={t('code')}
          name="otp"
          value={otp}
          onChange={setOtp}
          onComplete={send}
          error={problem && sentenceOf(problem)}
          autoFocus
        />
      )}
      <div role="alert">{request.error && <p>{sentenceOf(request.error)}</p>}</div>
      <div className={styles.pair}>
        <Button kind="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
        {isSent ? (
          <Button busy={isBusy && t('checking')} onClick={() => send(otp)}>
            {t('confirm')}
          </Button>
        ) : (
          <Button
            busy={request.isPending && t('sendingCode')}
            onClick={() => request.mutate({ body: { mobile } })}
          >
            {t('sendCode')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
