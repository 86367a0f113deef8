import { type FormEvent, useState } from 'react';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextArea } from '#platform/web/design/parts/field.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { UnsavedGuard } from '#platform/web/forms/unsaved-guard.tsx';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { LONGEST_MESSAGE, listUnanswered, readThread, settleThread } from '../../contract.ts';
import styles from './thread.module.css';
import { ThreadItems } from './thread-items.tsx';
import { useThread } from './use-thread.ts';

/** For the office: what a customer and we have written about a job, and a field for the answer. */
export function ThreadPanel({ jobId }: { readonly jobId: string }) {
  const { thread, ...writing } = useThread(jobId);
  return (
    <Panel title="Conversation" note="The customer reads it on the booking’s page, and by e-mail.">
      <div className={styles.thread}>
        <Loaded query={thread} what="the thread">
          {({ items, isWaiting }) => (
            <>
              {items.length === 0 && <p className={styles.quiet}>Nothing has been written yet.</p>}
              <ThreadItems
                items={items}
                label="Thread"
                own="admin"
                nameOf={({ name }) => name || 'The office'}
              />
              {isWaiting && <NothingToAnswer jobId={jobId} />}
            </>
          )}
        </Loaded>
        <AnswerForm {...writing} />
      </div>
    </Panel>
  );
}

function NothingToAnswer({ jobId }: { readonly jobId: string }) {
  const settle = useAct(settleThread, { refresh: [readThread, listUnanswered] });
  return (
    <p className={styles.acts}>
      <b>Waits for an answer.</b>
      <TextButton
        onClick={() => {
          if (!settle.isPending) settle.mutate({ params: { id: jobId }, body: {} });
        }}
      >
        Needs no answer
      </TextButton>
      {settle.isError && <span role="alert">{settle.error.message}</span>}
    </p>
  );
}

type Writing = Omit<ReturnType<typeof useThread>, 'thread'>;

function AnswerForm({ draft, write, send }: Writing) {
  const [isEmpty, setEmpty] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(draft.text.trim() === '');
    if (draft.text.trim() !== '') send();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextArea
        label="Message to the customer"
        rows={3}
        maxLength={LONGEST_MESSAGE}
        value={draft.text}
        error={isEmpty && draft.text.trim() === '' && 'Write the message first.'}
        onChange={(event) => draft.set(event.target.value)}
      />
      <SubmitProblem problem={write.error} />
      <div>
        <Button type="submit" kind="quiet" size="small" busy={write.isPending && 'Sending'}>
          Send message
        </Button>
      </div>
      <UnsavedGuard when={draft.text.trim() !== '' && !write.isPending} />
    </form>
  );
}
