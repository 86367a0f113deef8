import { ApiError } from '#platform/web/api/api-error.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextArea } from '#platform/web/design/parts/field.tsx';
import { Notice, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { NotStored } from '#platform/web/forms/not-stored.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { UnsavedGuard } from '#platform/web/forms/unsaved-guard.tsx';
import { defineTexts, useText } from '#platform/web/i18n/texts.ts';
import { LONGEST_MESSAGE } from '../../contract.ts';
import { type ThreadForm, ThreadItems, useThread } from './thread.tsx';

/** The messages about a booking, and a field for a new one. */
export function BookingThread({ jobID }: { readonly jobID: string }) {
  const { t } = useText(threadTexts);
  const { thread, form } = useThread(jobID, t('empty'));
  const { data } = thread;
  return (
    <section className="k-stack k-gap-12">
      <SectionTitle>{t('title')}</SectionTitle>
      <p className="k-muted">{t('about')}</p>
      {thread.isPending && <Skeleton words={t('loading')} lines={2} />}
      {thread.isError && data === undefined && (
        <ErrorState
          retryLabel={t('again')}
          onRetry={() => void thread.refetch()}
          retrying={thread.isFetching && t('trying')}
        >
          {t('failed')}
        </ErrorState>
      )}
      {data && (
        <ThreadItems
          items={data.items}
          label={t('list')}
          own="customer"
          nameOf={({ writtenBy }) => (writtenBy === 'customer' ? t('you') : t('us'))}
        />
      )}
      <WriteForm form={form} />
    </section>
  );
}

function WriteForm({ form }: { readonly form: ThreadForm }) {
  const { t } = useText(threadTexts);
  const problemOf = useProblem();
  const isSent = form.timesSaved > 0 && form.values.text === '';
  return (
    <form className="k-stack k-gap-10" onSubmit={form.submit} noValidate>
      <TextArea label={t('label')} rows={3} maxLength={LONGEST_MESSAGE} {...form.text('text')} />
      <SubmitProblem problem={form.problem} sentenceOf={problemOf} />
      <div role="status">{isSent && <Notice kind="good">{t('sent')}</Notice>}</div>
      <div>
        <Button type="submit" kind="quiet" busy={form.sending && t('sending')}>
          {t('send')}
        </Button>
      </div>
      <NotStored when={form.isUnstored} />
      <UnsavedGuard when={form.values.text.trim() !== '' && !form.sending} />
    </form>
  );
}

function useProblem(): (error: Error) => string {
  const { t } = useText(threadTexts);
  return (error) => {
    const code = error instanceof ApiError ? error.code : '';
    if (code === 'offline') return t('errors.offline');
    return code === 'throttled' ? t('errors.throttled') : t('errors.other');
  };
}

/** Texts of the messages on the customer's booking page. */
const threadTexts = defineTexts('thread', {
  title: 'Messages',
  about: 'Ask us anything about this booking. We answer here, and by e-mail.',
  loading: 'Loading your messages',
  failed: 'We could not load your messages.',
  again: 'Try again',
  trying: 'Trying again',
  you: 'You',
  us: 'Our team',
  list: 'Messages about this booking',
  label: 'Your message',
  empty: 'Write your message first.',
  send: 'Send message',
  sending: 'Sending',
  sent: 'Sent. We answer here, and by e-mail.',
  errors: {
    offline: 'We could not connect. Your message is kept here. Send it again in a moment.',
    throttled: 'That is a lot of messages. Wait a little, or call us.',
    other: 'Your message was not sent. It is kept here: try again in a moment.',
  },
});
