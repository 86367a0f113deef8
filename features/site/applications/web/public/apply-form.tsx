import styles from '#features/site/contact-requests/web/parts/request.module.css';
import { RequestForm } from '#features/site/contact-requests/web/parts/request-form.tsx';
import { SelectField, TextArea, TextField } from '#platform/web/design/parts/field.tsx';
import { NotStored } from '#platform/web/forms/not-stored.tsx';
import { useApplyText } from '../text.ts';
import { type ApplyFormState, useApplyForm } from './use-apply-form.ts';

const JOBS = ['Part-time', 'Full-time', 'Weekends only'] as const;
const GENDERS = ['female', 'male'] as const;

export function ApplyForm() {
  const { t } = useApplyText();
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
  const { t } = useApplyText();
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
  const { t } = useApplyText();
  const optional = t('optional');
  return (
    <>
      <div className={styles.pair}>
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
  const { t } = useApplyText();
  const optional = t('optional');
  return (
    <section className={styles.group}>
      <div>
        <h3>{t('passTitle')}</h3>
        <p className="k-muted">{t('passLead')}</p>
      </div>
      <TextField label={t('nationality')} aside={optional} maxLength={60} {...form.text('nationality')} />
      <div className={styles.pair}>
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
