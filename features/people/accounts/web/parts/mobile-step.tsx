import { readMobile } from '#platform/kernel/mobile.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Checkbox, TelField } from '#platform/web/design/parts/field.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useBilingual } from '#platform/web/i18n/bilingual.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { accountsTexts } from '../texts.ts';
import { ProblemNotice } from './problem-notice.tsx';
import styles from './sign-in.module.css';

/** A sent code. */
export type SentCode = {
  /** With the prefix 65. */
  readonly mobile: string;
  /** Seconds until another may be requested. */
  readonly resendIn: number;
  readonly staySignedIn: boolean;
};

type Props = {
  /** Requests a code by SMS; returns the seconds until the next. */
  request: (mobile: string) => Promise<{ resendIn: number }>;
  onSent: (code: SentCode) => void;
  /** Prefills the number, without the prefix. */
  mobile?: string;
};

/** The first step of signing in: the number. Adds the prefix 65. Nobody stays signed in without choosing it. */
export function MobileStep({ request, onSent, mobile = '' }: Props) {
  const words = useText(accountsTexts);
  const { t } = words;
  const bilingual = useBilingual(words);
  const form = useForm({
    initial: { mobile, staySignedIn: false },
    check: ({ mobile: written }) => {
      if (written.trim() === '') return { mobile: t('missing') };
      return { mobile: readMobile(written) === null && t('mobileWrong') };
    },
    send: async ({ mobile: written, staySignedIn }) => {
      const prefixed = readMobile(written) ?? written;
      const { resendIn } = await request(prefixed);
      onSent({ mobile: prefixed, resendIn, staySignedIn });
    },
  });
  return (
    <form className={`k-stack k-gap-20 ${styles.form}`} onSubmit={form.submit} noValidate>
      <TelField
        label={bilingual('mobile')}
        hint={bilingual('mobileHint')}
        required
        maxLength={40}
        {...form.text('mobile')}
      />
      <Checkbox label={bilingual('stay')} hint={bilingual('stayHint')} {...form.flag('staySignedIn')} />
      <ProblemNotice problem={form.problem} />
      <Button type="submit" full busy={form.sending && t('sendingCode')}>
        {bilingual('sendCode')}
      </Button>
    </form>
  );
}
