import IconBrandFacebook from '@tabler/icons-react/dist/esm/icons/IconBrandFacebook.mjs';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { DemoSignIns } from '#features/people/accounts/web/parts/demo-sign-ins.tsx';
import { MobileStep } from '#features/people/accounts/web/parts/mobile-step.tsx';
import { SignInPage } from '#features/people/accounts/web/parts/sign-in-page.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { afterSignIn } from '#platform/web/router/redirects.ts';
import { session } from '#platform/web/session/session.ts';
import { useOwnID } from '#platform/web/session/use-may.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import { haveAccount } from '../../rules/policy.ts';
import { type FacebookStep, facebookConfigCall, signInWithFacebook } from '../parts/facebook-calls.ts';
import { askFacebook, FacebookBlocked } from '../parts/facebook-sdk.ts';
import { requestCode } from '../parts/sign-in-calls.ts';
import { logSignUp } from '../parts/sign-up-log.ts';
import { customersTexts } from '../texts.ts';
import styles from './signup-page.module.css';

/** Sign-in and sign-up: the number decides which. */
export function Component() {
  // The session is known only after hydration: a new key remounts the page with it.
  return <SignUp key={String(useHydrated())} />;
}

function SignUp() {
  const { t } = useText(customersTexts);
  const navigate = useNavigate();
  const { search } = useLocation();
  const ownID = useOwnID(haveAccount);
  // As of arrival, because signing in on this page redirects anyway.
  const [already] = useState({ ...session.getState(), isCustomer: ownID !== null });
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
      <DemoSignIns />
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

type Props = {
  onSignedIn: () => void;
  /** Called for a Facebook account that is not linked yet. */
  onStep: (step: FacebookStep) => void;
};

/** The Facebook sign-in, if it is configured; otherwise renders nothing. */
function FacebookButton({ onSignedIn, onStep }: Props) {
  const { t } = useText(customersTexts);
  const { data } = useCall(facebookConfigCall);
  const signIn = useMutation({
    mutationFn: async (appID: string) => {
      const token = await askFacebook(appID);
      return token === null ? null : { step: await signInWithFacebook(token) };
    },
    onSuccess: (done) => {
      if (done === null) return;
      if (done.step === null) onSignedIn();
      else onStep(done.step);
    },
  });
  const appID = data?.appID ?? null;
  if (appID === null) return null;
  return (
    <section className="k-stack k-gap-20" aria-label={t('facebook')}>
      <p className={`k-row k-gap-16 ${styles.or} k-muted k-small`}>
        <span>{t('or')}</span>
      </p>
      <Button
        kind="quiet"
        full
        icon={IconBrandFacebook}
        onClick={() => signIn.mutate(appID)}
        busy={signIn.isPending && t('facebookWaiting')}
      >
        {t('facebook')}
      </Button>
      <div role="alert">
        {signIn.error && <Notice kind="bad">{t(sentenceFor(signIn.error))}</Notice>}
        {signIn.data === null && <Notice>{t('facebookClosed')}</Notice>}
      </div>
    </section>
  );
}

const SENTENCES = ['facebook_refused', 'account_closed', 'throttled', 'offline'] as const;

/** The text key for an error; falls back to "Facebook could not be reached". */
function sentenceFor(problem: Error) {
  if (problem instanceof FacebookBlocked) return 'errors.facebook_blocked';
  const known = SENTENCES.find((code) => problem instanceof ApiError && problem.code === code);
  return known === undefined ? 'errors.facebook_unreachable' : (`errors.${known}` as const);
}
