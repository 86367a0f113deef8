import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { CodeStep } from '#features/accounts/web/parts/code-step.tsx';
import { MobileStep, type SentCode } from '#features/accounts/web/parts/mobile-step.tsx';
import { SignInPage } from '#features/accounts/web/parts/sign-in-page.tsx';
import { showMobile } from '#platform/kernel/mobile.ts';
import { afterSignIn } from '#platform/web/router/redirects.ts';
import { RegisterStep } from '../parts/register-step.tsx';
import { register, registerTokenOf, requestCode, verifyCode } from '../parts/sign-in-calls.ts';
import { useCustomersText } from '../text.ts';

/** The code that the page before sent, as it left it in the history's state; null when one comes here directly. */
function codeOf(state: unknown): SentCode | null {
  if (typeof state !== 'object' || state === null) return null;
  const given = new Map<string, unknown>(Object.entries(state));
  const [mobile, resendIn, sentAt] = [given.get('mobile'), given.get('resendIn'), given.get('sentAt')];
  if (typeof mobile !== 'string' || typeof resendIn !== 'number' || typeof sentAt !== 'number') return null;
  const left = Math.ceil(resendIn - (Date.now() - sentAt) / 1000);
  return { mobile, resendIn: Math.max(0, left), staySignedIn: given.get('staySignedIn') === true };
}

/** Where the code is typed; somebody new goes on to say who they are. */
export function Component() {
  const { t } = useCustomersText();
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const [code, setCode] = useState(() => codeOf(state));
  const [registerToken, setRegisterToken] = useState<string | null>(null);
  if (code === null) {
    return (
      <SignInPage street="closed" title={t('codeTitle')}>
        <MobileStep request={requestCode} onSent={setCode} />
      </SignInPage>
    );
  }

  const goOn = () => navigate(afterSignIn('customer', search), { replace: true });
  const verify = async (otp: string) => {
    try {
      await verifyCode(code, otp);
    } catch (error) {
      const token = registerTokenOf(error);
      if (token === null) throw error;
      return setRegisterToken(token);
    }
    return goOn();
  };

  if (registerToken !== null) {
    return (
      <SignInPage key="register" street="open" title={t('registerTitle')}>
        <p>{t('registerLead', { mobile: showMobile(code.mobile) })}</p>
        <RegisterStep
          send={async (customer) => {
            await register(code, registerToken, customer);
            await goOn();
          }}
        />
      </SignInPage>
    );
  }
  return (
    <SignInPage street="closed" title={t('codeTitle')}>
      <CodeStep
        mobile={code.mobile}
        resendIn={code.resendIn}
        request={requestCode}
        verify={verify}
        onChangeNumber={() => setCode(null)}
      />
    </SignInPage>
  );
}
