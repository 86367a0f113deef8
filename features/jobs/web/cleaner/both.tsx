import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { type Pair, words } from './words.ts';

/** English, then Chinese, each marked for what reads it out. */
export function Both({ say }: { say: Pair }) {
  return (
    <>
      {say.text} <span lang="zh">{say.zh}</span>
    </>
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
      retrying={retrying ? words.loading.text : false}
    >
      <Both say={words.failed} />
    </ErrorState>
  );
}
