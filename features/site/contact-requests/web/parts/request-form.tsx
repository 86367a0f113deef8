import type { ReactNode } from 'react';
import { ProblemNotice } from '#features/people/accounts/web/parts/problem-notice.tsx';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import type { useForm } from '#platform/web/forms/use-form.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { contactTexts } from '../texts.ts';
import styles from './request.module.css';

/** The fields of every form in which a visitor writes to the business. */
interface Request {
  readonly [name: string]: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly website: string;
}

interface RequestFormProps {
  readonly form: ReturnType<typeof useForm<Request>>;
  readonly words: { readonly send: string; readonly sending: string; readonly privacy: string };
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** A visitor's form: name, the page's own fields, honeypot, submit button and privacy note. */
export function RequestForm({ form, words, lead, children }: RequestFormProps) {
  const { t } = useText(contactTexts);
  return (
    <form className={`k-stack k-gap-20 ${styles.form}`} onSubmit={form.submit} noValidate>
      {lead}
      <div className={`k-stack k-gap-20 ${styles.pair}`}>
        <TextField
          label={t('firstname')}
          autoComplete="given-name"
          maxLength={100}
          required
          {...form.text('firstname')}
        />
        <TextField
          label={t('lastname')}
          aside={t('optional')}
          autoComplete="family-name"
          maxLength={100}
          {...form.text('lastname')}
        />
      </div>
      {children}
      <Honeypot value={form.values.website} onChange={(website) => form.set({ website })} />
      <ProblemNotice problem={form.problem} />
      <Button type="submit" full busy={form.sending && words.sending}>
        {words.send}
      </Button>
      <p className="k-muted k-small">
        {words.privacy} <TextLink href="/privacy-policy">{t('privacyLink')}</TextLink>
      </p>
    </form>
  );
}

interface HoneypotProps {
  readonly value: string;
  onChange(value: string): void;
}

/**
 * A field that people can neither see nor focus: submissions that fill it in come from bots, and the server discards
 * them.
 */
function Honeypot({ value, onChange }: HoneypotProps) {
  return (
    <div className={styles.pot} aria-hidden="true">
      <input
        name="website"
        tabIndex={-1}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

/** Catches typos only; the server validates it. */
export const EMAIL_FORMAT = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** Accepts an empty value, as the number is usually optional. */
export const PHONE_FORMAT = /^(?:\+?[\d\s().-]{6,30})?$/;
