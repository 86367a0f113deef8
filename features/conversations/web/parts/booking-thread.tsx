import { type FormEvent, useState } from 'react';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextArea } from '#platform/web/design/parts/field.tsx';
import { Notice, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { UnsavedGuard } from '#platform/web/forms/unsaved-guard.tsx';
import { LONGEST_MESSAGE } from '../../contract.ts';
import { useThreadText } from '../text.ts';
import styles from './thread.module.css';
import { ThreadItems } from './thread-items.tsx';
import { useThread } from './use-thread.ts';

/** What the customer and the office have written about a booking, and a field for more. */
export function BookingThread({ jobId }: { readonly jobId: string }) {
  const { t } = useThreadText();
  const { thread, ...writing } = useThread(jobId);
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
      <WriteForm {...writing} />
    </section>
  );
}

type Writing = Omit<ReturnType<typeof useThread>, 'thread'>;

function WriteForm({ draft, write, send }: Writing) {
  const { t } = useThreadText();
  const problemOf = useProblem();
  const [isEmpty, setEmpty] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(draft.text.trim() === '');
    if (draft.text.trim() !== '') send();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextArea
        label={t('label')}
        rows={3}
        maxLength={LONGEST_MESSAGE}
        value={draft.text}
        error={isEmpty && draft.text.trim() === '' && t('empty')}
        onChange={(event) => draft.set(event.target.value)}
      />
      <SubmitProblem problem={write.error} sentenceOf={problemOf} />
      <div role="status">
        {write.isSuccess && draft.text === '' && <Notice kind="good">{t('sent')}</Notice>}
      </div>
      <div>
        <Button type="submit" kind="quiet" busy={write.isPending && t('sending')}>
          {t('send')}
        </Button>
      </div>
      <UnsavedGuard when={draft.text.trim() !== '' && !write.isPending} />
    </form>
  );
}

function useProblem(): (error: ApiError) => string {
  const { t } = useThreadText();
  return ({ code }) => {
    if (code === 'offline') return t('errors.offline');
    return code === 'throttled' ? t('errors.throttled') : t('errors.other');
  };
}
