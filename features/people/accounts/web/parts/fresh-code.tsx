import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { showMobile } from '#platform/kernel/mobile.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { CodeField } from '#platform/web/design/parts/code-field.tsx';
import { useBilingual } from '#platform/web/i18n/bilingual.tsx';
import { defineTexts, useText } from '#platform/web/i18n/texts.ts';
import styles from './change-mobile.module.css';

interface Props {
  /** The number that the code is sent to: 65XXXXXXXX. */
  readonly mobile: string;
  /** Why a code is needed, or why one was refused. */
  readonly problem: Error | null;
  readonly isBusy: boolean;
  /** Sends a sign-in code to the number. */
  request(mobile: string): Promise<unknown>;
  sentenceOf(problem: Error): string;
  /** Called with the typed code. */
  onCode(otp: string): void;
  onCancel(): void;
}

/** Asks for a code sent to the user's own number, if the server requires a recent sign-in. */
export function FreshCode({ mobile, problem, isBusy, request, sentenceOf, onCode, onCancel }: Props) {
  const words = useText(freshCodeTexts);
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
    <fieldset ref={fieldset} className={`k-stack k-gap-14 ${styles.part} `}>
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
      <div className="k-pair">
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

/** Texts of the step that confirms the user's identity with a code. */
const freshCodeTexts = defineTexts('freshCode', {
  proof: 'To be sure it is you, we text a code to +65 {{mobile}}.',
  codeSent: 'We texted a code to +65 {{mobile}}.',
  code: '6-digit code',
  sendCode: 'Text me a code',
  sendingCode: 'Sending the code',
  confirm: 'Confirm',
  checking: 'Checking the code',
  cancel: 'Cancel',
});
