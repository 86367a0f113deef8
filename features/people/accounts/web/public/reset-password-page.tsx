import { useState } from 'react';
import { z } from 'zod';
import * as routes from '#features/routes.ts';
import { callApi } from '#platform/web/api/api.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../texts/credential-messages.ts';
import { FormLoading } from '../parts/form-loading.tsx';
import styles from '../parts/sign-in.module.css';
import { SignInPage } from '../parts/sign-in-page.tsx';
import { useLinkToken } from '../parts/use-link-token.ts';
import { PasswordProblem, passwordTexts } from './password-problem.tsx';

const reset = lightCall<typeof import('../../contract/forgotten-password.ts').resetPassword>(
  routes.resetPassword,
);

/** /reset-password#token: the target of the e-mailed link. The fragment is not sent to the server. */
export function Component() {
  const { t } = useText(passwordTexts);
  const isKnown = useHydrated();
  return (
    <SignInPage keepsHeight title={t('fresh')}>
      {isKnown ? <ResetPasswordForm /> : <FormLoading />}
    </SignInPage>
  );
}

function ResetPasswordForm() {
  const { t } = useText(passwordTexts);
  const token = useLinkToken();
  const [done, setDone] = useState(false);
  return (
    <>
      {!done && token !== '' && <NewPassword token={token} onSet={() => setDone(true)} />}
      {token === '' && (
        <>
          <p>{t('noToken')}</p>
          <p>{t('noPassword')}</p>
        </>
      )}
      <div role="status">{done && <Notice kind="good">{t('done')}</Notice>}</div>
      {done ? (
        <ButtonLink full href="/admin/signin">
          {t('office')}
        </ButtonLink>
      ) : (
        <p>
          <TextLink roomy href="/forgot-password">
            {t('again')}
          </TextLink>
        </p>
      )}
    </>
  );
}

function NewPassword({ token, onSet }: { readonly token: string; onSet(): void }) {
  const { t } = useText(passwordTexts);
  const form = useForm({
    initial: { password: '' },
    schema: z.object({
      password: z
        .string()
        .trim()
        .min(SHORTEST_PASSWORD, { error: t('short') })
        .max(LONGEST_PASSWORD, { error: t('long') }),
    }),
    send: async ({ password }) => {
      await callApi(reset, { body: { token, password } });
      onSet();
    },
  });
  return (
    <form className={`k-stack k-gap-20 ${styles.form}`} onSubmit={form.submit} noValidate>
      <TextField
        label={t('fresh')}
        type="password"
        autoComplete="new-password"
        hint={t('freshHint')}
        required
        {...form.text('password')}
      />
      <PasswordProblem problem={form.problem} />
      <Button type="submit" full busy={form.sending && t('setting')}>
        {t('set')}
      </Button>
    </form>
  );
}
