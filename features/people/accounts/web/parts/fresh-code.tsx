import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { showMobile } from '#platform/kernel/mobile.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { CodeField } from '#platform/web/design/parts/code-field.tsx';
import { useBilingual } from '#platform/web/i18n/bilingual.tsx';
import styles from './change-mobile.module.css';
import { useFreshCodeText } from './fresh-code-text.ts';

interface Props {
  /** Where the code goes: 65XXXXXXXX. */
  readonly mobile: string;
  /** What it is for, or was refused for. */
  readonly problem: Error | null;
  readonly isBusy: boolean;
  /** Has a sign-in code sent to the number. */
  request(mobile: string): Promise<unknown>;
  sentenceOf(problem: Error): string;
  /** With the code that was typed. */
  onCode(otp: string): void;
  onCancel(): void;
}

/** Asks for a code sent to the person's own number, when the server wants proof that it is them. */
export function FreshCode({ mobile, problem, isBusy, request, sentenceOf, onCode, onCancel }: Props) {
  const words = useFreshCodeText();
  const { t } = words;
  const bilingual = useBilingual(words);
  const [otp, setOtp] = useState('');
  const sending = useMutation({ mutationFn: request });
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const isSent = sending.isSuccess;
  useEffect(() => {
    fieldset.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const send = (code: string) => {
    if (!isBusy) onCode(code);
  };
  return (
    <fieldset ref={fieldset} className={`${styles.part} ${styles.fieldset}`}>
      <p role="status">{bilingual(isSent ? 'codeSent' : 'proof', { mobile: showMobile(mobile) })}</p>
      {isSent && (
        <CodeField
          label={bilingual('code')}
          name="otp"
          value={otp}
          onChange={setOtp}
          onComplete={send}
          error={problem && sentenceOf(problem)}
          autoFocus
        />
      )}
      <div role="alert">{sending.error && <p>{sentenceOf(sending.error)}</p>}</div>
      <div className={styles.pair}>
        <Button kind="quiet" onClick={onCancel}>
          {bilingual('cancel')}
        </Button>
        {isSent ? (
          <Button busy={isBusy && t('checking')} onClick={() => send(otp)}>
            {bilingual('confirm')}
          </Button>
        ) : (
          <Button busy={sending.isPending && t('sendingCode')} onClick={() => sending.mutate(mobile)}>
            {bilingual('sendCode')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
