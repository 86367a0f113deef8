import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { CodeStep } from '#features/people/accounts/web/parts/code-step.tsx';
import { DemoSignIns } from '#features/people/accounts/web/parts/demo-sign-ins.tsx';
import { MobileStep, type SentCode } from '#features/people/accounts/web/parts/mobile-step.tsx';
import { SignInPage } from '#features/people/accounts/web/parts/sign-in-page.tsx';
import * as routes from '#features/routes.ts';
import { callApi } from '#platform/web/api/api.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { BilingualPage } from '#platform/web/i18n/bilingual.tsx';
import { useLanguage } from '#platform/web/i18n/language.ts';
import { phraseIn } from '#platform/web/i18n/texts.ts';
import { afterSignIn } from '#platform/web/router/redirects.ts';
import { session } from '#platform/web/session/session.ts';
import { signInByCode } from '#platform/web/session/sign-in.ts';

type Contract = typeof import('../../contract.ts');

const requestCall = lightCall<Contract['signInCleaner']>(routes.signInCleaner);
const verifyCall = lightCall<Contract['verifyCleaner']>(routes.verifyCleaner);

const requestCode = (mobile: string) => callApi(requestCall, { body: { mobile } });

/** The cleaners' sign-in: number and code on one page. */
export function Component() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [code, setCode] = useState<SentCode | null>(null);
  const language = useLanguage();
  const verify = async ({ mobile, staySignedIn }: SentCode, otp: string) => {
    await signInByCode(session, 'cleaner', { mobile, otp, staySignedIn }, (body) =>
      callApi(verifyCall, { body }),
    );
    await navigate(afterSignIn('cleaner', search), { replace: true });
  };
  const title = phraseIn(language, 'Cleaner sign-in');
  const zh = language === 'en' ? phraseIn('zh', 'Sign in') : undefined;
  return (
    <div data-area="cleaner">
      <BilingualPage>
        <SignInPage title={title} zh={zh}>
          <DemoSignIns />
          {code === null ? (
            <MobileStep request={requestCode} onSent={setCode} />
          ) : (
            <CodeStep
              mobile={code.mobile}
              resendIn={code.resendIn}
              request={requestCode}
              verify={(otp) => verify(code, otp)}
              onChangeNumber={() => setCode(null)}
            />
          )}
        </SignInPage>
      </BilingualPage>
    </div>
  );
}
