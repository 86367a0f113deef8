import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '../design/parts/button.tsx';
import { Icon } from '../design/parts/icon.tsx';
import { TextButton } from '../design/parts/link.tsx';
import { Notice } from '../design/parts/page.tsx';
import { StatusChip } from '../design/parts/status-chip.tsx';
import { SubmitProblem } from '../forms/submit-problem.tsx';
import { UnsavedGuard } from '../forms/unsaved-guard.tsx';
import { t, tNodes } from '../i18n/office.ts';
import { READ_ONLY } from './editable-by.tsx';
import styles from './record.module.css';

/** A field that someone else has changed while it was being changed here. */
interface Conflict {
  readonly name: string;
  readonly label: string;
  readonly theirs: ReactNode;
}

interface RecordFormProps {
  readonly form: {
    readonly changed: boolean;
    readonly changedNames: readonly string[];
    readonly sending: boolean;
    readonly timesSaved: number;
    readonly errors: Readonly<Record<string, string>>;
    readonly problem: Error | null;
    submit(event: FormEvent<HTMLFormElement>): Promise<void>;
    undo(): void;
    /** False if the person may only see the record. */
    readonly mayChange?: boolean;
    readonly conflicts?: readonly Conflict[];
    resolveConflict?(name: string, choice: 'mine' | 'theirs'): void;
  };
  /** "Save Aminah", "Add cleaner". */
  readonly save: string;
  /** Replaces the problem's sentence, if it needs more than that, such as a choice. */
  readonly problem?: ReactNode;
  /** Another query string shows another record. */
  readonly ofAddress?: boolean;
  readonly children: ReactNode;
}

/** The form element, its unsaved guard, and the bar that names the unsaved fields. */
export function RecordForm({ form, save, problem, ofAddress = false, children }: RecordFormProps) {
  const wrong = Object.keys(form.errors).length;
  const { mayChange = true } = form;
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} className={styles.form}>
      <UnsavedGuard when={form.changed && !form.sending} ofAddress={ofAddress} />
      <fieldset className="k-contents" disabled={!mayChange}>
        {children}
      </fieldset>
      <div className={styles.problem}>
        {problem}
        <SubmitProblem problem={problem ? null : form.problem} />
      </div>
      <div
        className={`k-row k-wrap k-gap-8 k-gap-x-12 ${styles.bar}`}
        data-changed={form.changed || undefined}
      >
        <Conflicts form={form} />
        {form.changed && (
          <StatusChip status="held">
            {t('{{count}} not saved', { count: countOf(form.changedNames.length) })}
          </StatusChip>
        )}
        <p role="status" className={styles.words}>
          {!mayChange && READ_ONLY}
          {form.changed && `${listed(form.changedNames)}.`}
          {wrong > 0 &&
            t(' {{value}} to fix first.', {
              value: wrong === 1 ? t('One thing') : t('{{wrong}} things', { wrong }),
            })}
          {!form.changed &&
            form.timesSaved > 0 &&
            tNodes('{{icon}} Saved', { icon: <Icon of={IconCheck} size={18} /> })}
        </p>
        {form.changed && (
          <Button kind="quiet" onClick={form.undo}>
            {t('Undo all')}
          </Button>
        )}
        {mayChange && (
          <Button type="submit" busy={form.sending && t('Saving')}>
            {save}
          </Button>
        )}
      </div>
    </form>
  );
}

function Conflicts({ form: { conflicts = [], resolveConflict } }: Pick<RecordFormProps, 'form'>) {
  return (
    <div role="alert" className={styles.conflicts}>
      {conflicts.map(({ name, label, theirs }) => (
        <Notice
          key={name}
          kind="bad"
          action={
            <>
              <TextButton onClick={() => resolveConflict?.(name, 'mine')}>{t('Keep mine')}</TextButton>
              <TextButton onClick={() => resolveConflict?.(name, 'theirs')}>{t('Take theirs')}</TextButton>
            </>
          }
        >
          {t('Someone else has changed {{label}} while you were changing it. Theirs:', { label })}{' '}
          {theirs ?? t('empty')}
        </Notice>
      ))}
    </div>
  );
}

function countOf(changes: number): string {
  return changes === 1 ? '1 change' : t('{{changes}} changes', { changes });
}

/** "Mobile, gift hours and 3 more" */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ').toLowerCase();
  const text = shown.charAt(0).toUpperCase() + shown.slice(1);
  return names.length > 3 ? t('{{text}} and {{count}} more', { text, count: names.length - 3 }) : text;
}

/** Fields in rows: two per row unless `Cell` says otherwise; stacked on a phone. */
export function FieldGrid({ children }: { readonly children: ReactNode }) {
  return <div className={`k-stack k-gap-12 ${styles.grid}`}>{children}</div>;
}

/** Spans this many sixths of a row. */
export function Cell({ span, children }: { readonly span: 2 | 3 | 4 | 6; readonly children: ReactNode }) {
  return <div data-span={span}>{children}</div>;
}
