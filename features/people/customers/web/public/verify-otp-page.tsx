import { type ComponentProps, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { CodeStep } from '#features/people/accounts/web/parts/code-step.tsx';
import { FormLoading } from '#features/people/accounts/web/parts/form-loading.tsx';
import { MobileStep, type SentCode } from '#features/people/accounts/web/parts/mobile-step.tsx';
import { SignInPage } from '#features/people/accounts/web/parts/sign-in-page.tsx';
import { showMobile } from '#platform/kernel/mobile.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { afterSignIn } from '#platform/web/router/redirects.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import { type FacebookStep, requestLinkCode, stepOf } from '../parts/facebook-calls.ts';
import { RegisterStep } from '../parts/register-step.tsx';
import { register, registerTokenOf, requestCode, verifyCode } from '../parts/sign-in-calls.ts';
import { logSignUp } from '../parts/sign-up-log.ts';
import { customersTexts } from '../texts.ts';

/** The code sent by the previous page, from the history state; null if the page is opened directly. */
function codeOf(state: unknown): SentCode | null {
  if (typeof state !== 'object' || state === null) return null;
  const given = new Map<string, unknown>(Object.entries(state));
  const [mobile, resendIn, sentAt] = [given.get('mobile'), given.get('resendIn'), given.get('sentAt')];
  if (typeof mobile !== 'string' || typeof resendIn !== 'number' || typeof sentAt !== 'number') return null;
  const left = Math.ceil(resendIn - (Date.now() - sentAt) / 1000);
  return { mobile, resendIn: Math.max(0, left), staySignedIn: given.get('staySignedIn') === true };
}

/** The Facebook account from the previous page's history state. */
function facebookOf(state: unknown): FacebookStep | null {
  return typeof state === 'object' && state !== null && 'facebook' in state ? stepOf(state.facebook) : null;
}

/**
 * Asks for the code; new customers continue with the registration. The state is kept in the history state.
 */
export function Component() {
  const { t } = useText(customersTexts);
  if (useHydrated()) return <CodePage />;
  return (
    <SignInPage keepsHeight street="closed" title={t('codeTitle')}>
      <FormLoading />
    </SignInPage>
  );
}

function CodePage() {
  const { t } = useText(customersTexts);
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const [code, setCode] = useState(() => codeOf(state));
  const [facebook] = useState(() => facebookOf(state));
  const isFBlogged = facebook !== null;
  const [registerToken, setRegisterToken] = useState<string | null>(null);
  const inOurWords = useFacebookSentences();
  const request = (mobile: string) =>
    facebook === null ? requestCode(mobile) : inOurWords(requestLinkCode(facebook.idfb, mobile));
  if (code === null) return <NumberPage facebook={facebook} request={request} onSent={setCode} />;

  const goOn = () => navigate(afterSignIn('customer', search), { replace: true });
  const verify = async (otp: string) => {
    try {
      await inOurWords(verifyCode(code, otp, { isFBlogged }));
    } catch (error) {
      const token = registerTokenOf(error);
      if (token === null) throw error;
      logSignUp({ action: 'Confirmed the number', phone: code.mobile });
      return setRegisterToken(token);
    }
    return goOn();
  };

  if (registerToken !== null) {
    return (
      <SignInPage key="register" street="open" title={t('registerTitle')}>
        <p>{t('registerLead', { mobile: showMobile(code.mobile) })}</p>
        <RegisterStep
          known={facebook ?? undefined}
          send={async (customer) => {
            await register(code, registerToken, customer, { isFBlogged });
            await goOn();
          }}
        />
      </SignInPage>
    );
  }
  return (
    <SignInPage keepsHeight street="closed" title={t('codeTitle')}>
      <CodeStep
        mobile={code.mobile}
        resendIn={code.resendIn}
        request={request}
        verify={verify}
        onChangeNumber={() => setCode(null)}
      />
    </SignInPage>
  );
}

type NumberProps = Pick<ComponentProps<typeof MobileStep>, 'request' | 'onSent'> & {
  facebook: FacebookStep | null;
};

/** Asks for the number, if the page is opened directly or from Facebook. */
function NumberPage({ facebook, request, onSent }: NumberProps) {
  const { t } = useText(customersTexts);
  return (
    <SignInPage keepsHeight street="closed" title={t(facebook === null ? 'codeTitle' : 'linkTitle')}>
      {facebook && <p>{t('linkLead', { name: facebook.fullname })}</p>}
      <MobileStep request={request} onSent={onSent} />
      {facebook && (
        <p>
          <TextLink href="/signin">{t('otherWay')}</TextLink>
        </p>
      )}
    </SignInPage>
  );
}

const SENTENCES = ['facebook_in_use', 'facebook_proof_needed'] as const;

/** Translated errors of linking. */
function useFacebookSentences() {
  const { t } = useText(customersTexts);
  return async <T,>(asked: Promise<T>): Promise<T> => {
    try {
      return await asked;
    } catch (error) {
      const code = SENTENCES.find((known) => error instanceof ApiError && error.code === known);
      throw code === undefined ? error : new Error(t(`errors.${code}`), { cause: error });
    }
  };
}
