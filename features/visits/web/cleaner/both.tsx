import { type ApiError, OFFLINE } from '#platform/web/api/api-error.ts';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import styles from './cleaner.module.css';
import { type Pair, words } from './words.ts';

/** English, then Chinese, each marked for what reads it out. One box, so that a flex row keeps the space between. */
export function Both({ text }: { text: Pair }) {
  return (
    <span>
      <span>{text.text}</span>{' '}
      {text.zh !== '' && (
        <span lang="zh" className={styles.zh}>
          {text.zh}
        </span>
      )}
    </span>
  );
}

export function LoadingJobs() {
  return <Skeleton words={`${words.loading.text} ${words.loading.zh}`} lines={4} />;
}

export function JobsFailed({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  return (
    <ErrorState
      retryLabel={`${words.again.text} ${words.again.zh}`}
      onRetry={onRetry}
      retrying={retrying ? `${words.loading.text} ${words.loading.zh}` : false}
    >
      <Both text={words.failed} />
    </ErrorState>
  );
}

/** Over what could not be asked for: why, and that it is as it was. */
export function SeenBefore({ error }: { error: ApiError | null }) {
  return (
    <Notice live>
      <Both text={error?.code === OFFLINE ? words.seenBefore : words.seenBeforeBusy} />
    </Notice>
  );
}
