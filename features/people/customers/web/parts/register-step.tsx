import { z } from 'zod';
import { useErrorMessage } from '#features/people/accounts/web/parts/problem-notice.tsx';
import styles from '#features/people/accounts/web/parts/sign-in.module.css';
import { ApiError } from '#platform/web/api/api-error.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Checkbox, SelectField, TextField } from '#platform/web/design/parts/field.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useLanguage } from '#platform/web/i18n/language.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { customersTexts } from '../texts.ts';
import parts from './register-step.module.css';
import { salutationOptions } from './salutation-options.ts';
import type { NewCustomer } from './sign-in-calls.ts';

/** Refusals with our own sentence in both languages. */
const TRANSLATED = ['email_in_use', 'mobile_in_use', 'register_token', 'facebook_in_use'] as const;
/** Catches typing mistakes only; the server decides. */
const EMAIL_FORMAT = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

type Props = {
  send: (customer: NewCustomer) => Promise<unknown>;
  /**
   * Prefill from Facebook. The full name goes into the first name: only the customer knows where to split it.
   */
  known?: { readonly fullname: string; readonly email: string } | undefined;
};

/** The registration form: the last step of signing up. */
export function RegisterStep(props: Props) {
  const { t } = useText(customersTexts);
  const form = useRegisterForm(props);
  return (
    <form className={`k-stack k-gap-20 ${styles.form}`} onSubmit={form.submit} noValidate>
      <PersonFields form={form} />
      <Consents form={form} />
      <RegisterProblem problem={form.problem} />
      <Button type="submit" full busy={form.sending && t('creating')}>
        {t('create')}
      </Button>
      <Agreement />
    </form>
  );
}

type RegisterForm = ReturnType<typeof useRegisterForm>;

/** The same without its button, which is elsewhere on the page: required fields first, consents last. */
export function RegisterFields({ id, form }: { readonly id: string; readonly form: RegisterForm }) {
  return (
    <form id={id} className={`k-stack k-gap-20 ${styles.form}`} onSubmit={form.submit} noValidate>
      <PersonFields form={form} />
      <RegisterProblem problem={form.problem} />
      <Agreement />
      <Consents form={form} />
    </form>
  );
}

/** The submit button of the `RegisterFields` with this id. */
export function RegisterButton({ id, form }: { readonly id: string; readonly form: RegisterForm }) {
  const { t } = useText(customersTexts);
  return (
    <Button type="submit" form={id} full busy={form.sending && t('creating')}>
      {t('create')}
    </Button>
  );
}

export function useRegisterForm({ send, known }: Props) {
  const { t } = useText(customersTexts);
  return useForm({
    initial: {
      salutation: '',
      firstname: known?.fullname ?? '',
      lastname: '',
      email: known?.email ?? '',
      byEmail: false,
      bySms: false,
      byPhone: false,
    },
    schema: z.object({
      salutation: z.string(),
      firstname: z
        .string()
        .trim()
        .min(1, { error: t('firstnameMissing') }),
      lastname: z.string(),
      email: z
        .string()
        .trim()
        .regex(EMAIL_FORMAT, { error: t('emailWrong') }),
      byEmail: z.boolean(),
      bySms: z.boolean(),
      byPhone: z.boolean(),
    }),
    send: ({ byEmail, bySms, byPhone, ...person }) =>
      send({ ...person, consents: { email: byEmail, sms: bySms, phone: byPhone } }),
  });
}

function PersonFields({ form }: { readonly form: RegisterForm }) {
  const { t } = useText(customersTexts);
  return (
    <>
      <SelectField
        label={t('salutation')}
        options={salutationOptions(useLanguage(), t('noSalutation'))}
        autoComplete="honorific-prefix"
        {...form.text('salutation')}
      />
      <TextField label={t('firstname')} autoComplete="given-name" required {...form.text('firstname')} />
      <TextField
        label={t('lastname')}
        aside={t('optional')}
        autoComplete="family-name"
        {...form.text('lastname')}
      />
      <TextField
        label={t('email')}
        hint={t('emailHint')}
        type="email"
        autoComplete="email"
        required
        {...form.text('email')}
      />
    </>
  );
}

function Consents({ form }: { readonly form: RegisterForm }) {
  const { t } = useText(customersTexts);
  return (
    <fieldset className={`k-stack k-gap-4 ${parts.consents}`}>
      <legend>
        {t('consents.title')} <span className="k-muted">{t('optional')}</span>
      </legend>
      <p className="k-muted k-small">{t('consents.lead')}</p>
      <Checkbox label={t('consents.email')} {...form.flag('byEmail')} />
      <Checkbox label={t('consents.sms')} {...form.flag('bySms')} />
      <Checkbox label={t('consents.phone')} {...form.flag('byPhone')} />
    </fieldset>
  );
}

function Agreement() {
  const { t } = useText(customersTexts);
  return (
    <p className="k-muted k-small">
      {t('agree')} <TextLink href="/terms-and-conditions">{t('terms')}</TextLink> {t('and')}{' '}
      <TextLink href="/privacy-policy">{t('privacy')}</TextLink>.
    </p>
  );
}

function RegisterProblem({ problem }: { problem: Error | null }) {
  const { t } = useText(customersTexts);
  const sentenceOf = useErrorMessage();
  const code = TRANSLATED.find((known) => problem instanceof ApiError && problem.code === known);
  const sentence = code ? t(`errors.${code}`) : problem && sentenceOf(problem);
  return <div role="alert">{sentence && <Notice kind="bad">{sentence}</Notice>}</div>;
}
