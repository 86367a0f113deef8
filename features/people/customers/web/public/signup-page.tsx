import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { MobileStep } from '#features/people/accounts/web/parts/mobile-step.tsx';
import { SignInPage } from '#features/people/accounts/web/parts/sign-in-page.tsx';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { afterSignIn } from '#platform/web/router/redirects.ts';
import { session } from '#platform/web/session/session.ts';
import { useOwnId } from '#platform/web/session/use-may.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import { haveAccount } from '../../rules/policy.ts';
import { FacebookButton } from '../parts/facebook-button.tsx';
import { requestCode } from '../parts/sign-in-calls.ts';
import { logSignUp } from '../parts/sign-up-log.ts';
import { useCustomersText } from '../text.ts';

/** Sign-in and sign-up: the number decides which. */
export function Component() {
  // The session is known only after hydration: a new key remounts the page with it.
  return <SignUp key={String(useHydrated())} />;
}

function SignUp() {
  const { t } = useCustomersText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const ownId = useOwnId(haveAccount);
  // As of arrival, because signing in on this page redirects anyway.
  const [already] = useState({ ...session.getState(), isCustomer: ownId !== null });
  if (already.isCustomer) {
    return (
      <SignInPage street="closed" title={t('signInTitle')}>
        <p>{t('signedInAs', { name: already.fullname ?? '' })}</p>
        <ButtonLink href={afterSignIn('customer', search)}>{t('toMine')}</ButtonLink>
      </SignInPage>
    );
  }
  return (
    <SignInPage street="closed" title={t('signInTitle')}>
      {/* The number is passed in the history state, because a URL would expose it. */}
      <MobileStep
        request={requestCode}
        onSent={(code) => navigate(`/verifyotp${search}`, { state: { ...code, sentAt: Date.now() } })}
      />
      <FacebookButton
        onSignedIn={() => navigate(afterSignIn('customer', search), { replace: true })}
        onStep={(facebook) => {
          const { idfb, fullname: firstname, email } = facebook;
          logSignUp({ action: 'Came from Facebook', idfb, firstname, email });
          return navigate(`/verifyotp${search}`, { state: { facebook } });
        }}
      />
    </SignInPage>
  );
}
