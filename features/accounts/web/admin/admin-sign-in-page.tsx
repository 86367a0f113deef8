import { useLocation, useNavigate } from 'react-router';
import { callApi } from '#platform/web/api/api.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Checkbox, TextField } from '#platform/web/design/parts/field.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { afterSignIn } from '#platform/web/router/redirects.ts';
import { session } from '#platform/web/session/session.ts';
import { signInAdmin } from '#platform/web/session/sign-in.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import styles from '../parts/sign-in.module.css';
import { SignInPage } from '../parts/sign-in-page.tsx';

const signInCall = lightCall<typeof import('../../contract.ts').signInAdmin>({
  method: 'POST',
  path: '/admins/signin',
});

/** The office's front door: identity and password. The office speaks English. */
export function Component() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const form = useForm({
    initial: { identity: '', password: '', staySignedIn: false },
    send: async (values) => {
      await signInAdmin(session, values, (body) => callApi(signInCall, { body }));
      await navigate(afterSignIn('admin', search), { replace: true });
    },
  });
  return (
    <SignInPage title="Office sign-in">
      <form className={styles.form} onSubmit={form.submit} noValidate lang="en-SG">
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
          hint="Ends after 30 idle minutes, or after 12 hours at most."
          {...form.flag('staySignedIn')}
        />
        <ProblemNotice problem={form.problem} />
        <Button type="submit" full busy={form.sending && 'Signing in'}>
          Sign in
        </Button>
      </form>
    </SignInPage>
  );
}
