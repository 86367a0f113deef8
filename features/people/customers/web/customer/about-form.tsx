import { useState } from 'react';
import { z } from 'zod';
import { useFormCode } from '#features/people/accounts/web/parts/use-with-code.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { SelectField, TextField } from '#platform/web/design/parts/field.tsx';
import { Notice, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { changesIn } from '#platform/web/forms/form-changes.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { UnsavedGuard } from '#platform/web/forms/unsaved-guard.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useLanguage } from '#platform/web/i18n/language.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { session } from '#platform/web/session/session.ts';
import { cancelEmailChange, resendEmailConfirmation } from '../../contract/email-change.ts';
import { getCustomer, updateCustomer } from '../../contract.ts';
import type { CustomerReply } from '../../customer-shapes.ts';
import { accountTexts } from '../account-texts.ts';
import { salutationOptions } from '../parts/salutation-options.ts';
import styles from './account.module.css';
import { useAccountMessage } from './account-message.ts';
import { CodeProof } from './code-proof.tsx';

type Own = Pick<CustomerReply, 'salutation' | 'firstname' | 'lastname' | 'displayName' | 'email'>;

/**
 * Names and e-mail address. A new address may require a code, while the input is kept; afterwards the field
 * shows the current address again, because the new one must be confirmed.
 */
export function AboutForm({ customer }: { readonly customer: CustomerReply }) {
  const { t } = useText(accountTexts);
  const sentenceOf = useAccountMessage();
  const { form, proof, saved } = useOwnForm(customer);
  return (
    <form className="k-stack k-gap-18" noValidate onSubmit={(event) => void form.submit(event)}>
      <UnsavedGuard when={form.changed && !form.sending} />
      <SectionTitle>{t('about')}</SectionTitle>
      <SelectField label={t('salutation')} options={useSalutations(customer)} {...form.text('salutation')} />
      <div className="k-pair">
        <TextField label={t('firstname')} autoComplete="given-name" required {...form.text('firstname')} />
        <TextField
          label={t('lastname')}
          aside={t('optional')}
          autoComplete="family-name"
          {...form.text('lastname')}
        />
      </div>
      <TextField
        label={t('displayName')}
        aside={t('optional')}
        hint={t('displayNameHint', { name: fullnameOf({ ...form.values, displayName: null }) })}
        {...form.text('displayName')}
      />
      <div className={`k-stack k-gap-14 ${styles.section}`}>
        <TextField
          label={t('email')}
          hint={t('emailHint')}
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          {...form.text('email')}
        />
        <PendingEmail customer={customer} />
      </div>
      {proof.isAsked ? (
        <CodeProof
          mobile={customer.mobile}
          problem={form.problem}
          isBusy={form.sending}
          onCode={(otp) => proof.submitWith(otp, form.submit)}
          onCancel={proof.cancel}
        />
      ) : (
        <div className={`k-stack k-gap-14 ${styles.section}`}>
          <SubmitProblem problem={form.problem} sentenceOf={sentenceOf} />
          <Button type="submit" full busy={form.sending && t('saving')}>
            {t('save')}
          </Button>
        </div>
      )}
      <p role="status">
        {form.changed && <span>{t('notSaved')}</span>}
        {!form.changed && saved && <span>{t(saved)}</span>}
      </p>
    </form>
  );
}

function useSalutations({ salutation }: CustomerReply) {
  const { t } = useText(accountTexts);
  const options = salutationOptions(useLanguage(), t('noSalutation'));
  // Other values from the office are kept as an option.
  const isKnown = options.some(({ value }) => value === salutation);
  return isKnown ? options : [...options, { value: salutation, label: salutation }];
}

function useOwnForm(customer: CustomerReply) {
  const { t } = useText(accountTexts);
  const { salutation, firstname, lastname, displayName, email } = customer;
  const stored: Own = { salutation, firstname, lastname, displayName, email };
  const save = useAct(updateCustomer, { refresh: [getCustomer], onSuccess: session.updateName });
  const proof = useFormCode();
  const form = useForm<Own>({
    initial: stored,
    draft: 'about',
    schema: z.looseObject({
      firstname: z
        .string()
        .trim()
        .min(1, { error: t('wrong.firstname') }),
      email: z
        .string()
        .trim()
        .pipe(z.email({ error: t('wrong.email') })),
    }) as unknown as z.ZodType<unknown, Own>,
    storedAs: { email },
    // Only changed fields are sent, so that concurrent changes by the office stay.
    send: (typed) =>
      proof.send((otp) =>
        save.mutateAsync({ params: { id: customer.id }, body: { ...changesIn(typed, stored), ...otp } }),
      ),
  });
  return { form, saved: save.isSuccess && savedText(), proof };

  function savedText(): 'saved' | 'emailAsked' | null {
    if (save.variables?.body?.email === undefined) return 'saved';
    return customer.pendingEmail ? 'emailAsked' : null;
  }
}

/** The unconfirmed new e-mail address, with buttons to resend the link or cancel. */
function PendingEmail({ customer }: { readonly customer: CustomerReply }) {
  const { t } = useText(accountTexts);
  const sentenceOf = useAccountMessage();
  const { email: current, pendingEmail } = customer;
  const [done, setDone] = useState<'resent' | 'emailKept' | null>(null);
  const resend = useAct(resendEmailConfirmation, {
    refresh: [getCustomer],
    onSuccess: () => setDone('resent'),
  });
  const cancel = useAct(cancelEmailChange, { refresh: [getCustomer], onSuccess: () => setDone('emailKept') });
  const act = (which: typeof resend | typeof cancel) => {
    setDone(null);
    resend.reset();
    cancel.reset();
    which.mutate({ params: { id: customer.id } });
  };
  const problem = resend.error ?? cancel.error;
  return (
    <>
      <div role="status">
        {pendingEmail && (
          <Notice kind="sun">
            <b>{t('pendingTitle', { email: pendingEmail })}</b> {t('pendingText', { current })}
          </Notice>
        )}
      </div>
      {pendingEmail && (
        <div className="k-pair">
          <Button
            kind="quiet"
            size="small"
            busy={resend.isPending && t('resending')}
            onClick={() => act(resend)}
          >
            {t('resendLink')}
          </Button>
          <Button
            kind="quiet"
            size="small"
            busy={cancel.isPending && t('cancelling')}
            onClick={() => act(cancel)}
          >
            {t('cancelEmail')}
          </Button>
        </div>
      )}
      <p role="status">{done !== null && t(done, { current })}</p>
      <SubmitProblem problem={problem} sentenceOf={sentenceOf} />
    </>
  );
}
