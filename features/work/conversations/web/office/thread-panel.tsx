import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextArea } from '#platform/web/design/parts/field.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { NotStored } from '#platform/web/forms/not-stored.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { UnsavedGuard } from '#platform/web/forms/unsaved-guard.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { May } from '#platform/web/session/may.tsx';
import { LONGEST_MESSAGE, listUnanswered, readThread, resolveThread } from '../../contract.ts';
import { answerThreads } from '../../rules/policy.ts';
import { type ThreadForm, ThreadItems, useThread } from '../parts/thread.tsx';

/** For those in the office who answer: the messages about a job, and a field for the answer. */
export function ThreadPanel({ jobID }: { readonly jobID: string }) {
  return (
    <May act={answerThreads}>
      <ThreadWithForm jobID={jobID} />
    </May>
  );
}

function ThreadWithForm({ jobID }: { readonly jobID: string }) {
  const { thread, form } = useThread(jobID, t('Write the message first.'));
  return (
    <Panel
      title={t('Conversation')}
      note={t('The customer sees it on the booking page and gets it by e-mail.')}
    >
      <div className="k-stack k-gap-12">
        <Loaded query={thread} what={t('the conversation')}>
          {({ items, isWaiting }) => (
            <>
              {items.length === 0 && <p className="k-muted">{t('No messages yet.')}</p>}
              <ThreadItems
                items={items}
                label={t('Conversation')}
                own="admin"
                nameOf={({ name }) => name || t('The office')}
              />
              {isWaiting && <NothingToAnswer jobID={jobID} />}
            </>
          )}
        </Loaded>
        <AnswerForm form={form} />
      </div>
    </Panel>
  );
}

function NothingToAnswer({ jobID }: { readonly jobID: string }) {
  const resolve = useAct(resolveThread, { refresh: [readThread, listUnanswered] });
  return (
    <p className="k-row k-wrap k-gap-8 k-gap-x-16">
      <b>{t('Waiting for an answer.')}</b>
      <TextButton
        onClick={() => {
          if (!resolve.isPending) resolve.mutate({ params: { id: jobID }, body: {} });
        }}
      >
        {t('No answer needed')}
      </TextButton>
      {resolve.isError && <span role="alert">{resolve.error.message}</span>}
    </p>
  );
}

function AnswerForm({ form }: { readonly form: ThreadForm }) {
  return (
    <form className="k-stack k-gap-10" onSubmit={form.submit} noValidate>
      <TextArea
        label={t('Message to the customer')}
        rows={3}
        maxLength={LONGEST_MESSAGE}
        {...form.text('text')}
      />
      <SubmitProblem problem={form.problem} />
      <div>
        <Button type="submit" kind="quiet" size="small" busy={form.sending && t('Sending')}>
          {t('Send message')}
        </Button>
      </div>
      <NotStored when={form.isUnstored} />
      <UnsavedGuard when={form.values.text.trim() !== '' && !form.sending} />
    </form>
  );
}
