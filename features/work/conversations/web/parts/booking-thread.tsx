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
const threadTexts = defineTexts({
  en: {
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
  },
  zh: {
    title: '留言',
    about: '关于这次预约，有问题都可以问我们。我们会在这里和电邮里回复。',
    loading: '正在载入留言',
    failed: '无法载入留言。',
    again: '再试一次',
    trying: '正在重试',
    you: '您',
    us: '客服',
    list: '关于这次预约的留言',
    label: '您的留言',
    empty: '请先写下留言。',
    send: '发送留言',
    sending: '正在发送',
    sent: '已发送。我们会在这里和电邮里回复。',
    errors: {
      offline: '无法连接。您的留言还在这里，请稍后再发。',
      throttled: '留言太多了。请稍等，或打电话给我们。',
      other: '留言没有发出。内容还在这里，请稍后再试。',
    },
  },
});
