import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as routes from '#features/routes.ts';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Checkbox, TextField } from '#platform/web/design/parts/field.tsx';
import { TextButton, TextLink } from '#platform/web/design/parts/link.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { afterSignIn } from '#platform/web/router/redirects.ts';
import { session } from '#platform/web/session/session.ts';
import { signInAdmin } from '#platform/web/session/sign-in.ts';
import { DemoSignIns } from '../parts/demo-sign-ins.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import styles from '../parts/sign-in.module.css';
import { SignInPage } from '../parts/sign-in-page.tsx';

const signInCall = lightCall<typeof import('../../contract.ts').signInAdmin>(routes.signInAdmin);

/**
 * The office's sign-in: identity and password, then a code if the admin has turned that on. In English only.
 */
export function Component() {
  const { form, asksCode, startAgain } = useSignIn();
  return (
    <SignInPage key={String(asksCode)} title={asksCode ? 'Enter your code' : 'Office sign-in'}>
      <DemoSignIns />
      <form className={`k-stack k-gap-20 ${styles.form}`} onSubmit={form.submit} noValidate lang="en-SG">
        {asksCode ? <CodeField form={form} /> : <NameAndPassword form={form} />}
        <ProblemNotice problem={form.problem} />
        <Button type="submit" full busy={form.sending && 'Signing in'}>
          Sign in
        </Button>
        <p>
          {asksCode ? (
            <TextButton onClick={startAgain}>Start again</TextButton>
          ) : (
            <TextLink roomy href="/forgot-password">
              Forgotten your password?
            </TextLink>
          )}
        </p>
      </form>
    </SignInPage>
  );
}

const BLANK = { identity: '', password: '', staySignedIn: false, otp: '' };

function useSignIn() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [asksCode, setAsksCode] = useState(false);
  const form = useForm({
    initial: BLANK,
    send: async (values) => {
      const { otp } = values;
      try {
        await signInAdmin(session, values, (body) =>
          callApi(signInCall, { body: asksCode ? { ...body, otp } : body }),
        );
      } catch (error) {
        if (asksCode || !(error instanceof ApiError) || error.code !== 'otp_needed') {
          form.set({ otp: '' });
          throw error;
        }
        setAsksCode(true);
        return;
      }
      await navigate(afterSignIn('admin', search), { replace: true });
    },
  });
  const startAgain = () => {
    form.set(BLANK);
    setAsksCode(false);
  };
  return { form, asksCode, startAgain };
}

type SignInForm = Pick<ReturnType<typeof useSignIn>, 'form'>;

function NameAndPassword({ form }: SignInForm) {
  return (
    <>
      <TextField
        label="Sign-in name"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...form.text('identity')}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        {...form.text('password')}
      />
      <Checkbox
        label="Keep me signed in"
        hint="You are signed out after 30 minutes without activity, and after 12 hours at most."
        {...form.flag('staySignedIn')}
      />
    </>
  );
}

/** Text input, because a recovery code goes into the same field. */
function CodeField({ form }: SignInForm) {
  return (
    <TextField
      label="Code"
      code
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      autoFocus
      required
      hint="Six digits from your authenticator app, or a recovery code."
      {...form.text('otp')}
    />
  );
}
