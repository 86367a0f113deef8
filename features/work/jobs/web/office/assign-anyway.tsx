import { useId, useRef, useState } from 'react';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { t } from '#platform/web/i18n/office.ts';
import styles from './job-sheets.module.css';

/** Same limit as the API. */
const LONGEST_REASON = 200;

interface AssignAnywayProps {
  readonly name: string;
  readonly busy?: boolean;
  onAssign(reason: string): void;
}

/** Assigns a cleaner whom only soft rules exclude, after asking for a reason. */
export function AssignAnyway({ name, busy = false, onAssign }: AssignAnywayProps) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [isAsked, setAsked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const form = useId();
  const given = reason.trim();
  return (
    <div className={`k-stack k-left ${styles.anyway}`}>
      <Button
        kind="quiet"
        size="small"
        aria-expanded={isOpen}
        aria-controls={isOpen ? form : undefined}
        aria-label={t('Assign anyway: {{name}}', { name })}
        onClick={() => setOpen(!isOpen)}
      >
        {t('Assign anyway')}
      </Button>
      {isOpen && (
        <div id={form} className={`k-stack k-gap-12 k-mt-10 ${styles.form}`}>
          <TextField
            ref={field}
            label={t('Reason')}
            error={isAsked && given === '' && t('Enter a reason.')}
            hint={t("Shown in the job's history.")}
            required
            maxLength={LONGEST_REASON}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button
            size="small"
            busy={busy && t('Assigning')}
            onClick={() => {
              if (given !== '') return onAssign(given);
              setAsked(true);
              field.current?.focus();
            }}
          >
            {t('Assign {{name}}', { name })}
          </Button>
        </div>
      )}
    </div>
  );
}
