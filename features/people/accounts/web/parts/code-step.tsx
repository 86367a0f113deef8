import { useMutation } from '@tanstack/react-query';
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react';
import { showMobile } from '#platform/kernel/mobile.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { CodeField } from '#platform/web/design/parts/code-field.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { useBilingual } from '#platform/web/i18n/bilingual.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import { accountsTexts } from '../texts.ts';
import { ProblemNotice, useErrorMessage } from './problem-notice.tsx';
import styles from './sign-in.module.css';

const SandboxCode = lazy(() => import('./sandbox-code.tsx'));

type Props = {
  /** With the prefix 65. */
  mobile: string;
  /** Seconds until another code may be requested. */
  resendIn: number;
  request: (mobile: string) => Promise<{ resendIn: number }>;
  /** Signs in with the code; an error is shown beside the field. */
  verify: (otp: string) => Promise<unknown>;
  onChangeNumber: () => void;
};

/** The second step of signing in: the six digits, submitted automatically with the last one. */
export function CodeStep({ mobile, resendIn, request, verify, onChangeNumber }: Props) {
  const words = useText(accountsTexts);
  const { t } = words;
  const bilingual = useBilingual(words);
  const sentenceOf = useErrorMessage();
  const [otp, setOtp] = useState('');
  const check = useMutation({ mutationFn: verify, onError: () => setOtp('') });
  const isSandbox = useHydrated() && document.body.dataset.sandbox !== undefined;
  const enter = (code: string) => {
    if (check.isPending) return;
    setOtp(code);
    check.mutate(code);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!check.isPending) check.mutate(otp);
  };
  return (
    <form className={`k-stack k-gap-20 ${styles.form}`} onSubmit={send} noValidate>
      <p className="k-row k-wrap k-gap-4 k-gap-x-16">
        <span>{bilingual('codeSent', { mobile: showMobile(mobile) })}</span>
        <TextButton onClick={onChangeNumber}>{bilingual('changeNumber')}</TextButton>
      </p>
      <CodeField
        label={bilingual('code')}
        value={otp}
        onChange={(typed) => {
          check.reset();
          setOtp(typed);
        }}
        onComplete={(code) => check.mutate(code)}
        error={check.error && sentenceOf(check.error)}
        autoFocus
        name="otp"
      />
      <Button type="submit" full busy={check.isPending && t('checkingCode')}>
        {bilingual('signIn')}
      </Button>
      {isSandbox && (
        <Suspense>
          <SandboxCode mobile={mobile} onCode={enter} />
        </Suspense>
      )}
      <NewCode mobile={mobile} resendIn={resendIn} request={request} />
    </form>
  );
}

/** Requests another code, once that is allowed. */
function NewCode({ mobile, resendIn, request }: Pick<Props, 'mobile' | 'resendIn' | 'request'>) {
  const bilingual = useBilingual(useText(accountsTexts));
  const [seconds, restart] = useCountdown(resendIn);
  const again = useMutation({
    mutationFn: () => request(mobile),
    onSuccess: (sent) => restart(sent.resendIn),
  });
  return (
    <div className={`k-stack k-gap-20 ${styles.form}`}>
      {seconds > 0 ? (
        <p className="k-muted k-small">{bilingual('newCodeIn', { count: seconds })}</p>
      ) : (
        <p>
          <TextButton onClick={() => again.mutate()}>{bilingual('newCode')}</TextButton>
        </p>
      )}
      <p role="status" className="k-small">
        {again.isSuccess && seconds > 0 && <span>{bilingual('newCodeSent')}</span>}
      </p>
      <ProblemNotice problem={again.error} />
    </div>
  );
}

/** A countdown in whole seconds, and a function to restart it. */
function useCountdown(from: number): readonly [number, (seconds: number) => void] {
  const [seconds, setSeconds] = useState(from);
  const running = seconds > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setSeconds((left) => left - 1), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return [seconds, setSeconds];
}
