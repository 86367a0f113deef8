import { ApiError } from '#platform/web/api/api-error.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextArea } from '#platform/web/design/parts/field.tsx';
import { Notice, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { NotStored } from '#platform/web/forms/not-stored.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { UnsavedGuard } from '#platform/web/forms/unsaved-guard.tsx';
import { LONGEST_MESSAGE } from '../../contract.ts';
import { useThreadText } from '../text.ts';
import styles from './thread.module.css';
import { ThreadItems } from './thread-items.tsx';
import { type ThreadForm, useThread } from './use-thread.ts';

/** The messages about a booking, and a field for a new one. */
export function BookingThread({ jobId }: { readonly jobId: string }) {
  const { t } = useThreadText();
  const { thread, form } = useThread(jobId, t('empty'));
  const { data } = thread;
  return (
    <section className={styles.thread}>
      <SectionTitle>{t('title')}</SectionTitle>
      <p className={styles.quiet}>{t('about')}</p>
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
  const { t } = useThreadText();
  const problemOf = useProblem();
  const isSent = form.timesSaved > 0 && form.values.text === '';
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
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
  const { t } = useThreadText();
  return (error) => {
    const code = error instanceof ApiError ? error.code : '';
    if (code === 'offline') return t('errors.offline');
    return code === 'throttled' ? t('errors.throttled') : t('errors.other');
  };
}
