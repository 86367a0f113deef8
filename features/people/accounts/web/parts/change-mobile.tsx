import { type ReactNode, useState } from 'react';
import { readMobile, showMobile } from '#platform/kernel/mobile.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { CodeField } from '#platform/web/design/parts/code-field.tsx';
import { TelField } from '#platform/web/design/parts/field.tsx';
import { SectionTitle } from '#platform/web/design/parts/page.tsx';
import { useBilingual } from '#platform/web/i18n/bilingual.tsx';
import { defineTexts, useText } from '#platform/web/i18n/texts.ts';
import styles from './change-mobile.module.css';

type Step = 'now' | 'number' | 'code' | 'changed';

interface NumberStep {
  /** As typed. */
  readonly mobile: string;
  setMobile(mobile: string): void;
  onSent(): void;
  onCancel(): void;
}

interface CodeStep {
  readonly mobile: string;
  onChanged(): void;
  onCancel(): void;
}

interface Props {
  /** The current number, with the prefix 65. */
  readonly mobile: string;
  /** Asks for the new number, and has a code sent to it: a `NewMobileForm`. */
  readonly askNumber: (step: NumberStep) => ReactNode;
  /** Asks for the code: a `NewMobileCode`. */
  readonly askCode: (step: CodeStep) => ReactNode;
}

/** The user's number and its change: a new one takes effect once its code is confirmed. */
export function ChangeMobile({ mobile, askNumber, askCode }: Props) {
  const bilingual = useBilingual(useText(changeMobileTexts));
  const [step, setStep] = useState<Step>('now');
  const [typed, setTyped] = useState('');
  const changed = () => {
    setTyped('');
    setStep('changed');
  };
  return (
    <section className={`k-stack k-gap-14 ${styles.part}`}>
      <SectionTitle>{bilingual('title')}</SectionTitle>
      <p>{bilingual('now', { mobile: showMobile(mobile) })}</p>
      {(step === 'now' || step === 'changed') && (
        <Button kind="quiet" onClick={() => setStep('number')}>
          {bilingual('change')}
        </Button>
      )}
      {step === 'number' &&
        askNumber({
          mobile: typed,
          setMobile: setTyped,
          onSent: () => setStep('code'),
          onCancel: () => setStep('now'),
        })}
      {step === 'code' && askCode({ mobile: typed, onChanged: changed, onCancel: () => setStep('number') })}
      <p role="status">{step === 'changed' && bilingual('changed')}</p>
    </section>
  );
}

interface FormProps extends Omit<NumberStep, 'onSent'> {
  /** The server's error, translated. */
  readonly problem: string | null;
  readonly isBusy: boolean;
  /** An additional proof of identity, shown instead of the buttons. */
  readonly proof?: ReactNode;
  /** Called with the number, including the prefix 65. */
  onNumber(mobile: string): void;
  /** Called on input: clears the error. */
  onReset(): void;
}

export function NewMobileForm(props: FormProps) {
  const { mobile, setMobile, problem, isBusy, proof, onNumber, onReset, onCancel } = props;
  const words = useText(changeMobileTexts);
  const { t } = words;
  const bilingual = useBilingual(words);
  const [isWrong, setWrong] = useState(false);
  const field = (
    <TelField
      label={bilingual('number')}
      hint={bilingual('numberHint')}
      name="mobile"
      maxLength={40}
      value={mobile}
      readOnly={proof !== undefined}
      error={isWrong ? bilingual('numberWrong') : problem}
      onChange={({ target }) => {
        setWrong(false);
        onReset();
        setMobile(target.value);
      }}
    />
  );
  // The proof has its own buttons, and Enter in it must not submit this form.
  if (proof !== undefined)
    return (
      <div className={`k-stack k-gap-14 ${styles.part}`}>
        {field}
        {proof}
      </div>
    );
  return (
    <form
      className={`k-stack k-gap-14 ${styles.part}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const read = readMobile(mobile);
        setWrong(read === null);
        if (read !== null && !isBusy) onNumber(read);
      }}
    >
      {field}
      <div className="k-pair">
        <Button kind="quiet" onClick={onCancel}>
          {bilingual('cancel')}
        </Button>
        <Button type="submit" busy={isBusy && t('sendingCode')}>
          {bilingual('sendCode')}
        </Button>
      </div>
    </form>
  );
}

interface CodeProps extends Omit<CodeStep, 'onChanged'> {
  readonly problem: string | null;
  readonly isBusy: boolean;
  onCode(otp: string): void;
  onReset(): void;
}

export function NewMobileCode({ mobile, problem, isBusy, onCode, onReset, onCancel }: CodeProps) {
  const words = useText(changeMobileTexts);
  const { t } = words;
  const bilingual = useBilingual(words);
  const [otp, setOtp] = useState('');
  const send = (code: string) => {
    if (!isBusy) onCode(code);
  };
  return (
    <form
      className={`k-stack k-gap-14 ${styles.part}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send(otp);
      }}
    >
      <p role="status">{bilingual('codeSent', { mobile: showMobile(readMobile(mobile) ?? mobile) })}</p>
      <CodeField
        label={bilingual('code')}
        name="otp"
        value={otp}
        onChange={(typed) => {
          onReset();
          setOtp(typed);
        }}
        onComplete={send}
        error={problem}
        autoFocus
      />
      <div className="k-pair">
        <Button kind="quiet" onClick={onCancel}>
          {bilingual('cancel')}
        </Button>
        <Button type="submit" busy={isBusy && t('checking')}>
          {bilingual('confirm')}
        </Button>
      </div>
    </form>
  );
}

/** Texts for changing one's own number, for customers and cleaners. */
const changeMobileTexts = defineTexts('changeMobile', {
  title: 'Mobile number',
  now: 'Codes go to +65 {{mobile}}.',
  change: 'Change number',
  number: 'New mobile number',
  numberHint: 'We text a code there. Your old number gets a notice.',
  numberWrong: 'Check the number. It has 8 digits and begins with 8 or 9.',
  sendCode: 'Text me a code',
  sendingCode: 'Sending the code',
  codeSent: 'We texted a code to +65 {{mobile}}.',
  code: '6-digit code',
  confirm: 'Use this number',
  checking: 'Checking the code',
  cancel: 'Cancel',
  changed: 'Your number has changed. Your other devices are signed out.',
});
