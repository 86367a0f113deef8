import { type FormEvent, useState } from 'react';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextArea, TextField } from '#platform/web/design/parts/field.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { changesIn } from '#platform/web/forms/form-changes.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useUnsavedDraft } from '#platform/web/forms/unsaved-drafts.ts';
import { UnsavedGuard } from '#platform/web/forms/unsaved-guard.tsx';
import { Panel, Panels } from '#platform/web/office/record.tsx';
import { listTexts, listTextVersions, resetText, type TextReply, updateText } from '../../contract.ts';
import { TextPreview } from './text-preview.tsx';
import { TextVersions } from './text-versions.tsx';
import styles from './texts.module.css';

/** Its words, what they may stand for, and beside them what it would read like. */
export function TextForm({ text }: { readonly text: TextReply }) {
  const [subject, setSubject] = useState(text.subject);
  const [body, setBody] = useState(text.body);
  useUnsavedDraft(`text ${text.kind} ${text.channel} ${text.language}`, {
    changes: () => changesIn({ subject, body }, text),
    restore: (changes) => {
      setSubject(String(changes.subject ?? text.subject));
      setBody(String(changes.body ?? text.body));
    },
  });
  const { save, reset, error, isBusy } = useSaving(text);
  const isChanged = subject !== text.subject || body !== text.body;
  const wrong = (path: string) => error?.errors.find((one) => one.path === path)?.message;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) save({ subject, body });
  };
  return (
    <Panels
      left={
        <>
          <Panel title="Text">
            <form className={styles.form} noValidate onSubmit={submit}>
              {text.channel === 'email' && (
                <TextField
                  label="Subject"
                  maxLength={150}
                  value={subject}
                  error={wrong('subject')}
                  changed={subject !== text.subject}
                  onChange={(event) => setSubject(event.target.value)}
                />
              )}
              <TextArea
                label="Text"
                rows={text.channel === 'email' ? 16 : 5}
                maxLength={4000}
                value={body}
                error={wrong('body')}
                changed={body !== text.body}
                onChange={(event) => setBody(event.target.value)}
              />
              <SubmitProblem problem={error !== null && error.errors.length === 0 ? error : null} />
              <div className={styles.acts}>
                <Button
                  size="small"
                  type="submit"
                  busy={isBusy && 'Saving'}
                  disabledReason={!isChanged && 'Nothing has changed.'}
                >
                  Save text
                </Button>
                {!text.isDefault && (
                  <TextButton onClick={() => !isBusy && reset()}>Back to the default</TextButton>
                )}
              </div>
            </form>
            <UnsavedGuard when={isChanged && !isBusy} />
          </Panel>
          <TextVersions text={text} />
        </>
      }
      right={
        <>
          <TextPreview of={text} subject={subject} body={body} />
          <Panel title="What a text can say" note="Kemas puts the words in when the message leaves.">
            <dl className={styles.names}>
              {text.placeholders.flatMap(({ name, means, required }) => [
                <dt key={name}>{`{${name}}`}</dt>,
                <dd key={`${name} means`}>{required ? `${means}; must be there` : means}</dd>,
              ])}
            </dl>
          </Panel>
        </>
      }
    />
  );
}

/** Saves the text, or goes back to the default; whoever was slower than a colleague is told. */
function useSaving({ kind, channel, language, version }: TextReply) {
  const toast = useToast();
  const refresh = [listTexts, listTextVersions];
  const params = { kind, channel, language };
  const saving = useAct(updateText, { refresh, onSuccess: () => toast.show({ text: 'Text saved.' }) });
  const resetting = useAct(resetText, {
    refresh,
    onSuccess: () => toast.show({ text: 'Back to the default.' }),
  });
  const failed = saving.error ?? resetting.error;
  return {
    save: (words: { subject: string; body: string }) =>
      saving.mutate({ params, body: { ...words, version } }),
    reset: () => resetting.mutate({ params, body: { version } }),
    error: failed instanceof ApiError ? failed : null,
    isBusy: saving.isPending || resetting.isPending,
  };
}
