import { useNavigate } from 'react-router';
import { z } from 'zod';
import { LOOKS_LIKE_EMAIL, LOOKS_LIKE_PHONE } from '#features/site/contact-requests/web/parts/looks-like.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { formDraft, useStoredDraft } from '#platform/web/forms/form-draft.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useApplyText } from '../text.ts';

// Defined without the contract's schemas, to keep them out of the public bundle.
const submit = lightCall<typeof import('../../contract.ts').applications.create>({
  method: 'POST',
  path: '/join-us/addnew',
  status: 201,
  idempotent: true,
});

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

export type ApplyFormState = ReturnType<typeof useApplyForm>;

/** The application form; its values survive reloads until it is sent. */
export function useApplyForm() {
  const { t } = useApplyText();
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
        .regex(LOOKS_LIKE_PHONE, { error: t('phoneWrong') }),
      email: text
        .trim()
        .refine((typed) => typed === '' || LOOKS_LIKE_EMAIL.test(typed), { error: t('emailWrong') }),
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
