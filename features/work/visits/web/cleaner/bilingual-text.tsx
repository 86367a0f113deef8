import { NotHere } from '#features/people/cleaners/web/parts/not-here.tsx';
import { type ApiError, OFFLINE } from '#platform/web/api/api-error.ts';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { Bilingual } from '#platform/web/i18n/bilingual.tsx';
import { inOneLine, type Pair } from '#platform/web/i18n/pair.ts';
import { useOnline } from '#platform/web/use-online.ts';
import { word } from './words.ts';

/** A text in English and Chinese. */
export function BilingualText({ text }: { text: Pair }) {
  return <Bilingual {...text} />;
}

export function LoadingJobs() {
  return <Skeleton words={inOneLine(word('loading'))} lines={4} />;
}

export function JobsFailed({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  const online = useOnline();
  if (!online) return <NotHere />;
  return (
    <ErrorState
      retryLabel={inOneLine(word('again'))}
      onRetry={onRetry}
      retrying={retrying ? inOneLine(word('loading')) : false}
    >
      <BilingualText text={word('failed')} />
    </ErrorState>
  );
}

/** Shown above data that could not be refetched: the reason, and that it may be outdated. */
export function StaleNotice({ error }: { error: ApiError | null }) {
  return (
    <Notice live>
      <BilingualText text={error?.code === OFFLINE ? word('staleOffline') : word('staleBusy')} />
    </Notice>
  );
}
