import { useNavigate } from 'react-router';
import { z } from 'zod';
import * as routes from '#features/routes.ts';
import styles from '#features/site/contact-requests/web/parts/request.module.css';
import {
  EMAIL_FORMAT,
  PHONE_FORMAT,
  RequestForm,
} from '#features/site/contact-requests/web/parts/request-form.tsx';
import { Picture } from '#features/site/content/web/parts/picture.tsx';
import { RichText } from '#features/site/content/web/parts/rich-text.tsx';
import { useSite } from '#features/site/content/web/parts/use-site.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { SelectField, TextArea, TextField } from '#platform/web/design/parts/field.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { formDraft, useStoredDraft } from '#platform/web/forms/form-draft.ts';
import { NotStored } from '#platform/web/forms/not-stored.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { applyTexts } from '../texts.ts';

/** /join-us: the office's texts around the form. */
export function Component() {
  const { t } = useText(applyTexts);
  const { title = '', html = '', image = '', alt = '' } = useSite().data?.['join-us'] ?? {};
  return (
    <div className={`k-stack k-gap-24 ${styles.page}`}>
      <PageTitle>{title || t('title')}</PageTitle>
      <div className={styles.lead}>{html === '' ? <p>{t('lead')}</p> : <RichText html={html} />}</div>
      <div className={styles.columns}>
        <section>
          <h2>{t('formTitle')}</h2>
          <ApplyForm />
        </section>
        <aside className={`k-stack k-gap-16 ${styles.side}`}>
          {image !== '' && (
            <div className={styles.picture}>
              <Picture url={image} alt={alt} width={480} height={320} sizes="22rem" />
            </div>
          )}
          <h2>{t('howTitle')}</h2>
          <ul className={`k-stack k-gap-8 ${styles.points}`}>
            <li>{t('how.hours')}</li>
            <li>{t('how.travel')}</li>
            <li>{t('how.phone')}</li>
          </ul>
          <h2>{t('askTitle')}</h2>
          <ul className={`k-stack k-gap-8 ${styles.points}`}>
            <li>{t('ask.pass')}</li>
            <li>{t('ask.care')}</li>
          </ul>
        </aside>
      </div>
    </div>
  );
}

const JOBS = ['Part-time', 'Full-time', 'Weekends only'] as const;
const GENDERS = ['female', 'male'] as const;

function ApplyForm() {
  const { t } = useText(applyTexts);
  const form = useApplyForm();
  return (
    <RequestForm
      form={form as never}
      words={{ send: t('send'), sending: t('sending'), privacy: t('privacy') }}
      lead={<p>{t('formLead')}</p>}
    >
      <ContactFields form={form} />
      <JobFields form={form} />
      <WorkPass form={form} />
      <NotStored when={form.isUnstored} />
    </RequestForm>
  );
}

function ContactFields({ form }: { readonly form: ApplyFormState }) {
  const { t } = useText(applyTexts);
  const optional = t('optional');
  return (
    <>
      <TextField
        label={t('phone')}
        type="tel"
        autoComplete="tel"
        maxLength={30}
        required
        {...form.text('phone')}
      />
      <TextField
        label={t('email')}
        aside={optional}
        type="email"
        autoComplete="email"
        maxLength={254}
        {...form.text('email')}
      />
    </>
  );
}

function JobFields({ form }: { readonly form: ApplyFormState }) {
  const { t } = useText(applyTexts);
  const optional = t('optional');
  return (
    <>
      <div className={`k-stack k-gap-20 ${styles.pair}`}>
        <SelectField
          label={t('applyFor')}
          aside={optional}
          placeholder={t('choose')}
          options={JOBS.map((job) => ({ value: job, label: t(`jobs.${job}`) }))}
          {...form.text('apply_for')}
        />
        <TextField
          label={t('homeArea')}
          aside={optional}
          hint={t('homeAreaHint')}
          maxLength={100}
          {...form.text('home_area')}
        />
      </div>
      <TextArea
        label={t('experience')}
        aside={optional}
        hint={t('experienceHint')}
        maxLength={2000}
        {...form.text('experience')}
      />
      <TextArea label={t('message')} aside={optional} maxLength={4000} {...form.text('message')} />
    </>
  );
}

/** The fields for the work pass. */
function WorkPass({ form }: { readonly form: ApplyFormState }) {
  const { t } = useText(applyTexts);
  const optional = t('optional');
  return (
    <section className={`k-stack k-gap-20 k-line-above ${styles.group}`}>
      <div>
        <h3>{t('passTitle')}</h3>
        <p className="k-muted">{t('passLead')}</p>
      </div>
      <TextField label={t('nationality')} aside={optional} maxLength={60} {...form.text('nationality')} />
      <div className={`k-stack k-gap-20 ${styles.pair}`}>
        <TextField
          label={t('age')}
          aside={optional}
          inputMode="numeric"
          maxLength={2}
          {...form.text('age')}
        />
        <SelectField
          label={t('gender')}
          aside={optional}
          placeholder={t('rather')}
          options={GENDERS.map((gender) => ({ value: gender, label: t(`genders.${gender}`) }))}
          {...form.text('gender')}
        />
      </div>
    </section>
  );
}

// Defined without the contract's schemas, to keep them out of the public bundle.
const submit = lightCall<typeof import('../../contract.ts').applications.create>(routes.submitApplication);

const BLANK = {
  firstname: '',
  lastname: '',
  phone: '',
  email: '',
  apply_for: '',
  home_area: '',
  experience: '',
  message: '',
  nationality: '',
  age: '',
  gender: '',
  website: '',
};
const draft = formDraft('kemas-apply', BLANK);

type ApplyFormState = ReturnType<typeof useApplyForm>;

/** The application form; its values survive reloads until it is sent. */
function useApplyForm() {
  const { t } = useText(applyTexts);
  const navigate = useNavigate();
  const act = useAct(submit);
  const text = z.string();
  const form = useForm({
    initial: BLANK,
    schema: z.object({
      lastname: text,
      apply_for: text,
      home_area: text,
      experience: text,
      message: text,
      nationality: text,
      gender: text,
      website: text,
      firstname: text.trim().min(1, { error: t('firstnameMissing') }),
      phone: text
        .trim()
        .min(1, { error: t('phoneWrong') })
        .regex(PHONE_FORMAT, { error: t('phoneWrong') }),
      email: text
        .trim()
        .refine((typed) => typed === '' || EMAIL_FORMAT.test(typed), { error: t('emailWrong') }),
      age: text.trim().regex(/^(?:1[6-9]|[2-9]\d)?$/, { error: t('ageWrong') }),
    }),
    send: async (values) => {
      await act.mutateAsync({ body: { ...values, email: values.email.trim(), age: values.age.trim() } });
      draft.remove();
      await navigate('/submission-successful', { state: { sent: true } });
    },
  });
  const isUnstored = useStoredDraft(draft, form);
  return { ...form, isUnstored };
}
