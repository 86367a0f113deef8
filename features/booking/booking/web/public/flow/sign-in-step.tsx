import { type ReactNode, useId, useState } from 'react';
import { CodeStep } from '#features/people/accounts/web/parts/code-step.tsx';
import { MobileStep } from '#features/people/accounts/web/parts/mobile-step.tsx';
import {
  RegisterButton,
  RegisterFields,
  useRegisterForm,
} from '#features/people/customers/web/parts/register-step.tsx';
import {
  register,
  registerTokenOf,
  requestCode,
  verifyCode,
} from '#features/people/customers/web/parts/sign-in-calls.ts';
import { logSignUp } from '#features/people/customers/web/parts/sign-up-log.ts';
import { showMobile } from '#platform/kernel/mobile.ts';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { useSession } from '#platform/web/session/session.ts';
import { bookingTexts } from '../../texts.ts';
import styles from './booking.module.css';
import { BookingFrame } from './booking-frame.tsx';
import type { SentCode } from './draft.ts';
import type { Flow } from './use-flow.ts';

/** Step 6: signs in by code, and registers new customers, without leaving the booking. */
export function SignInStep({ flow }: { flow: Flow }) {
  const { t } = useText(bookingTexts);
  const { isSignedIn, fullname } = useSession();
  const [token, setToken] = useState<string | null>(null);
  const { code } = flow.draft;
  if (code === null) {
    return (
      <Screen flow={flow} name="mobile" title={t('signin.mobileTitle')}>
        {isSignedIn ? <Notice>{t('signin.otherRole', { name: fullname ?? '' })}</Notice> : null}
        <p className="k-muted">{t('signin.mobileText')}</p>
        <MobileStep
          request={requestCode}
          onSent={({ mobile, staySignedIn, resendIn }) =>
            flow.change({ code: { mobile, staySignedIn, mayResendAt: Date.now() + resendIn * 1000 } })
          }
        />
      </Screen>
    );
  }
  // Signing in advances to the next step automatically.
  const sent = { mobile: code.mobile, staySignedIn: code.staySignedIn, resendIn: secondsLeft(code) };
  if (token !== null) return <RegisterScreen flow={flow} sent={sent} token={token} />;
  const verify = async (otp: string) => {
    try {
      await verifyCode(sent, otp);
      flow.change({ code: null });
    } catch (error) {
      const found = registerTokenOf(error);
      if (found === null) throw error;
      logSignUp({ action: 'Confirmed the number', phone: code.mobile });
      setToken(found);
    }
  };
  return (
    <Screen flow={flow} name="code" title={t('signin.codeTitle')}>
      <CodeStep
        mobile={code.mobile}
        resendIn={sent.resendIn}
        request={requestCode}
        verify={verify}
        onChangeNumber={() => flow.change({ code: null })}
      />
    </Screen>
  );
}

interface RegisterProps {
  flow: Flow;
  sent: Parameters<typeof register>[0];
  token: string;
}

/**
 * The registration form; its button is in the frame's usual position, whatever part of the form a phone
 * shows.
 */
function RegisterScreen({ flow, sent, token }: RegisterProps) {
  const { t } = useText(bookingTexts);
  const id = useId();
  const form = useRegisterForm({
    send: async (customer) => {
      await register(sent, token, customer);
      flow.change({ code: null });
    },
  });
  return (
    <Screen
      flow={flow}
      name="register"
      title={t('signin.registerTitle')}
      action={<RegisterButton id={id} form={form} />}
    >
      <p>{t('signin.registerText', { mobile: showMobile(sent.mobile) })}</p>
      <RegisterFields id={id} form={form} />
    </Screen>
  );
}

/** Seconds until another code can be requested. */
function secondsLeft({ mayResendAt }: SentCode): number {
  return Math.max(0, Math.ceil((mayResendAt - Date.now()) / 1000));
}

interface ScreenProps {
  flow: Flow;
  name: string;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

function Screen({ flow, name, title, action = null, children }: ScreenProps) {
  return (
    <BookingFrame flow={flow} title={title} screen={name} action={action}>
      <div className={styles.fields}>{children}</div>
    </BookingFrame>
  );
}
