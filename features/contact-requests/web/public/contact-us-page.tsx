import { useNavigate } from 'react-router';
import { z } from 'zod';
import { ProblemNotice } from '#features/accounts/web/parts/problem-notice.tsx';
import { lightCall } from '#platform/web/api/callable.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextArea, TextField } from '#platform/web/design/parts/field.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { formDraft, useKeptDraft } from '#platform/web/forms/form-draft.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { session } from '#platform/web/session/session.ts';
import { Honeypot } from '../parts/honeypot.tsx';
import { LOOKS_LIKE_EMAIL, LOOKS_LIKE_PHONE } from '../parts/looks-like.ts';
import styles from '../parts/request.module.css';
import { useContactText } from '../text.ts';

// Written out, so that the public page does not carry the contract's schemas.
const submit = lightCall<typeof import('../../contract.ts').contactRequests.create>({
  method: 'POST',
  path: '/contact-requests',
  status: 201,
  idempotent: true,
});
const readDetails = lightCall<typeof import('../../contract.ts').readContactDetails>({
  method: 'GET',
  path: '/contact-details',
});

const BLANK = { firstname: '', lastname: '', email: '', mobile: '', subject: '', message: '', website: '' };
const draft = formDraft('kemas-contact', BLANK);

/** /contact-us */
export function Component() {
  const { t } = useContactText();
  return (
    <div className={styles.page}>
      <PageTitle>{t('title')}</PageTitle>
      <p className={styles.lead}>{t('lead')}</p>
      <div className={styles.columns}>
        <ContactForm />
        <Direct />
      </div>
    </div>
  );
}

function useContactForm() {
  const { t } = useContactText();
  const navigate = useNavigate();
  const act = useAct(submit);
  return useForm({
    initial: beginning(),
    schema: z.object({
      firstname: z
        .string()
        .trim()
        .min(1, { error: t('firstnameMissing') }),
      lastname: z.string(),
      email: z
        .string()
        .trim()
        .regex(LOOKS_LIKE_EMAIL, { error: t('emailWrong') }),
      mobile: z
        .string()
        .trim()
        .regex(LOOKS_LIKE_PHONE, { error: t('mobileWrong') }),
      subject: z.string(),
      message: z
        .string()
        .trim()
        .min(1, { error: t('messageMissing') }),
      website: z.string(),
    }),
    send: async (values) => {
      await act.mutateAsync({ body: { ...values, mobile: values.mobile.trim() } });
      draft.forget();
      await navigate('/contact-successful', { state: { sent: true } });
    },
  });
}

/** What was typed before a reload; who is signed in need not say who they are. */
function beginning(): typeof BLANK {
  const typed = draft.read();
  const { firstname, lastname, email } = session.getState();
  const isNew = Object.values(typed).every((value) => value === '');
  return isNew
    ? { ...typed, firstname: firstname ?? '', lastname: lastname ?? '', email: email ?? '' }
    : typed;
}

function ContactForm() {
  const { t } = useContactText();
  const form = useContactForm();
  useKeptDraft(draft, form.values);
  const optional = t('optional');
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <div className={styles.pair}>
        <TextField
          label={t('firstname')}
          autoComplete="given-name"
          maxLength={100}
          required
          {...form.text('firstname')}
        />
        <TextField
          label={t('lastname')}
          aside={optional}
          autoComplete="family-name"
          maxLength={100}
          {...form.text('lastname')}
        />
      </div>
      <TextField
        label={t('email')}
        hint={t('emailHint')}
        type="email"
        autoComplete="email"
        maxLength={254}
        required
        {...form.text('email')}
      />
      <TextField
        label={t('mobile')}
        aside={optional}
        hint={t('mobileHint')}
        type="tel"
        autoComplete="tel"
        maxLength={30}
        {...form.text('mobile')}
      />
      <TextField label={t('subject')} aside={optional} maxLength={150} {...form.text('subject')} />
      <TextArea label={t('message')} rows={6} maxLength={4000} required {...form.text('message')} />
      <Honeypot value={form.values.website} onChange={(website) => form.set({ website })} />
      <ProblemNotice problem={form.problem} />
      <Button type="submit" full busy={form.sending && t('sending')}>
        {t('send')}
      </Button>
      <p className="k-muted k-small">
        {t('privacy')} <TextLink href="/privacy-policy">{t('privacyLink')}</TextLink>
      </p>
    </form>
  );
}

/** Phone and mail of the business, where they are set; nothing while they are not known. */
function Direct() {
  const { t } = useContactText();
  const { phone = '', email = '' } = useCall(readDetails).data ?? {};
  if (phone === '' && email === '') return null;
  return (
    <aside className={styles.side}>
      <h2>{t('direct')}</h2>
      {phone !== '' && (
        <TextLink roomy href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
          {t('call', { phone })}
        </TextLink>
      )}
      {email !== '' && (
        <TextLink roomy href={`mailto:${email}`}>
          {t('write', { email })}
        </TextLink>
      )}
    </aside>
  );
}
