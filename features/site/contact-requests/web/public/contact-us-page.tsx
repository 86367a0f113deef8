import { useNavigate } from 'react-router';
import { z } from 'zod';
import * as routes from '#features/routes.ts';
import { RichText } from '#features/site/content/web/parts/rich-text.tsx';
import { useSite } from '#features/site/content/web/parts/use-site.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { TextArea, TextField } from '#platform/web/design/parts/field.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { formDraft, useStoredDraft } from '#platform/web/forms/form-draft.ts';
import { NotStored } from '#platform/web/forms/not-stored.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { session } from '#platform/web/session/session.ts';
import { ContactDetails } from '../parts/contact-details.tsx';
import styles from '../parts/request.module.css';
import { EMAIL_FORMAT, PHONE_FORMAT, RequestForm } from '../parts/request-form.tsx';
import { contactTexts } from '../texts.ts';

// Defined without the contract's schemas, to keep them out of the public bundle.
const submit = lightCall<typeof import('../../contract.ts').contactRequests.create>(routes.submitRequest);

const BLANK = { firstname: '', lastname: '', email: '', mobile: '', subject: '', message: '', website: '' };
const draft = formDraft('kemas-contact', BLANK);

/** /contact-us: the office's texts around the form. */
export function Component() {
  const { t } = useText(contactTexts);
  const { title = '', html = '' } = useSite().data?.['contact-us'] ?? {};
  return (
    <div className={`k-stack k-gap-24 ${styles.page}`}>
      <PageTitle>{title || t('title')}</PageTitle>
      <div className={styles.lead}>{html === '' ? <p>{t('lead')}</p> : <RichText html={html} />}</div>
      <div className={styles.columns}>
        <ContactForm />
        <ContactDetails />
      </div>
    </div>
  );
}

function useContactForm() {
  const { t } = useText(contactTexts);
  const navigate = useNavigate();
  const act = useAct(submit);
  return useForm({
    initial: BLANK,
    schema: z.object({
      firstname: z
        .string()
        .trim()
        .min(1, { error: t('firstnameMissing') }),
      lastname: z.string(),
      email: z
        .string()
        .trim()
        .regex(EMAIL_FORMAT, { error: t('emailWrong') }),
      mobile: z
        .string()
        .trim()
        .regex(PHONE_FORMAT, { error: t('mobileWrong') }),
      subject: z.string(),
      message: z
        .string()
        .trim()
        .min(1, { error: t('messageMissing') }),
      website: z.string(),
    }),
    send: async (values) => {
      await act.mutateAsync({ body: { ...values, mobile: values.mobile.trim() } });
      draft.remove();
      await navigate('/contact-successful', { state: { sent: true } });
    },
  });
}

/** The draft from before a reload; if it is empty, the details of a signed-in customer. */
function beginning(): typeof BLANK {
  const typed = draft.read();
  const { firstname, lastname, email } = session.getState();
  const isNew = Object.values(typed).every((value) => value === '');
  return isNew
    ? { ...typed, firstname: firstname ?? '', lastname: lastname ?? '', email: email ?? '' }
    : typed;
}

function ContactForm() {
  const { t } = useText(contactTexts);
  const form = useContactForm();
  const isUnstored = useStoredDraft(draft, form, beginning);
  const optional = t('optional');
  return (
    <RequestForm
      form={form as never}
      words={{ send: t('send'), sending: t('sending'), privacy: t('privacy') }}
    >
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
      <NotStored when={isUnstored} />
    </RequestForm>
  );
}
