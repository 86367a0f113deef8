import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextArea, TextField } from '#platform/web/design/parts/field.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { UnsavedGuard } from '#platform/web/forms/unsaved-guard.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { EditableBy } from '#platform/web/office/editable-by.tsx';
import { Panel, Panels } from '#platform/web/office/record.tsx';
import { listTexts, listTextVersions, resetText, type TextReply, updateText } from '../../contract.ts';
import { TextPreview } from './text-preview.tsx';
import { TextVersions } from './text-versions.tsx';
import styles from './texts.module.css';

/** The template's text and placeholders, with a preview. */
export function TextForm({ text }: { readonly text: TextReply }) {
  const { form, reset, resetting } = useTextForm(text);
  const { subject, body } = form.values;
  const isBusy = form.sending || resetting.isPending;
  return (
    <Panels
      left={
        <>
          <Panel title="Text">
            <EditableBy call={updateText}>
              <form className={styles.form} noValidate onSubmit={form.submit}>
                {text.channel === 'email' && (
                  <TextField
                    label="Subject"
                    maxLength={150}
                    changed={form.isChanged('subject')}
                    {...form.text('subject')}
                  />
                )}
                <TextArea
                  label="Text"
                  rows={text.channel === 'email' ? 16 : 5}
                  maxLength={4000}
                  changed={form.isChanged('body')}
                  {...form.text('body')}
                />
                <SubmitProblem problem={form.problem ?? resetting.error} />
                <div className={styles.acts}>
                  <Button
                    size="small"
                    type="submit"
                    busy={isBusy && 'Saving'}
                    disabledReason={!form.changed && 'Nothing has changed.'}
                  >
                    Save text
                  </Button>
                  {!text.isDefault && (
                    <TextButton onClick={() => !isBusy && reset()}>Reset to default</TextButton>
                  )}
                </div>
              </form>
            </EditableBy>
            <UnsavedGuard when={form.changed && !isBusy} />
          </Panel>
          <TextVersions text={text} />
        </>
      }
      right={
        <>
          <TextPreview of={text} subject={subject} body={body} />
          <Panel title="Placeholders" note="Filled in when the message is sent.">
            <dl className={styles.names}>
              {text.placeholders.flatMap(({ name, means, required }) => [
                <dt key={name}>{`{${name}}`}</dt>,
                <dd key={`${name} means`}>{required ? `${means}; required` : means}</dd>,
              ])}
            </dl>
          </Panel>
        </>
      }
    />
  );
}

/** Saves the template or resets it; the second of two concurrent changes is refused. */
function useTextForm({ kind, channel, language, version, subject, body }: TextReply) {
  const toast = useToast();
  const refresh = [listTexts, listTextVersions];
  const params = { kind, channel, language };
  const saving = useAct(updateText, { refresh, onSuccess: () => toast.show({ text: 'Text saved.' }) });
  const resetting = useAct(resetText, {
    refresh,
    onSuccess: () => toast.show({ text: 'Text reset to default.' }),
  });
  const form = useForm({
    initial: { subject, body },
    draft: `text ${kind} ${channel} ${language}`,
    send: (words) => saving.mutateAsync({ params, body: { ...words, version } }),
  });
  return { form, resetting, reset: () => resetting.mutate({ params, body: { version } }) };
}
