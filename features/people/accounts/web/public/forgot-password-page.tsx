import { useState } from 'react';
import { z } from 'zod';
import * as routes from '#features/routes.ts';
import { callApi } from '#platform/web/api/api.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import styles from '../parts/sign-in.module.css';
import { SignInPage } from '../parts/sign-in-page.tsx';
import { PasswordProblem, passwordTexts } from './password-problem.tsx';

const forgot = lightCall<typeof import('../../contract/forgotten-password.ts').forgotPassword>(
  routes.forgotPassword,
);

/** /forgot-password: for the office; explains to others that they have no password. */
export function Component() {
  const { t } = useText(passwordTexts);
  const [sent, setSent] = useState(false);
  return (
    <SignInPage title={t('forgotten')}>
      <p>{t('noPassword')}</p>
      <p className="k-row k-wrap k-gap-4 k-gap-x-16">
        <TextLink roomy href="/signin">
          {t('customer')}
        </TextLink>
        <TextLink roomy href="/cleaner/signin">
          {t('cleaner')}
        </TextLink>
      </p>
      {!sent && <AskForLink onSent={() => setSent(true)} />}
      <div role="status">{sent && <Notice kind="good">{t('sent')}</Notice>}</div>
      {sent && <p className="k-muted">{t('nothing')}</p>}
    </SignInPage>
  );
}

function AskForLink({ onSent }: { onSent(): void }) {
  const { t } = useText(passwordTexts);
  const form = useForm({
    initial: { identity: '' },
    schema: z.object({
      identity: z
        .string()
        .trim()
        .min(1, { error: t('nameMissing') }),
    }),
    send: async ({ identity }) => {
      await callApi(forgot, { body: { identity: identity.trim() } });
      onSent();
    },
  });
  return (
    <form className={`k-stack k-gap-20 ${styles.form}`} onSubmit={form.submit} noValidate>
      <p>{t('who')}</p>
      <TextField
        label={t('name')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={200}
        {...form.text('identity')}
      />
      <PasswordProblem problem={form.problem} />
      <Button type="submit" full busy={form.sending && t('sending')}>
        {t('send')}
      </Button>
    </form>
  );
}
