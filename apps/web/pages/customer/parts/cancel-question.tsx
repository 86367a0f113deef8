import { type ReactNode, useState } from 'react';
import styles from '#features/work/jobs/web/parts/customer/customer.module.css';
import { customerTexts } from '#features/work/jobs/web/parts/customer-texts.ts';
import { useSeriesSentence } from '#features/work/series/web/parts/use-series-message.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { session } from '#platform/web/session/session.ts';

interface QuestionProps {
  /** Shown above the buttons: what is kept and what is refunded. */
  readonly children: ReactNode;
  readonly keep: string;
  readonly go: string;
  /** Cancels, and returns the change in credit hours. */
  cancel(): Promise<{ readonly creditsLeft: number }>;
  onClose(): void;
  /** Refetches, because what was shown may have changed. */
  lookAgain(): void;
}

/** Asks whether to cancel one visit or several: sent once, and a refusal is shown above the buttons. */
export function CancelQuestion({ children, keep, go, cancel, onClose, lookAgain }: QuestionProps) {
  const { t } = useText(customerTexts);
  const sentenceOf = useSeriesSentence();
  const [problem, setProblem] = useState<unknown>(null);
  const [sending, setSending] = useState(false);
  const send = async () => {
    setProblem(null);
    setSending(true);
    try {
      const { creditsLeft } = await cancel();
      session.updateCredit({ creditsLeft });
      onClose();
    } catch (error) {
      setProblem(error);
      lookAgain();
    } finally {
      setSending(false);
    }
  };
  return (
    <>
      {children}
      {problem !== null && (
        <Notice kind="bad" live>
          {sentenceOf(problem)}
        </Notice>
      )}
      <div className={styles.answers}>
        <Button full onClick={onClose}>
          {keep}
        </Button>
        <Button full kind="danger" busy={sending && t('cancel.cancelling')} onClick={() => void send()}>
          {go}
        </Button>
      </div>
    </>
  );
}

interface Preview<D> {
  readonly data: D | undefined;
  readonly error: { readonly status: number } | null;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  refetch(): unknown;
}

interface PreviewProps<D> {
  readonly preview: Preview<D>;
  readonly words: { readonly loading: string; readonly tryAgain: string; readonly trying: string };
  readonly children: (sums: D, lookAgain: () => void) => ReactNode;
}

/** What cancelling would cost, once loaded; or that it cannot be cancelled, in the person's language. */
export function CancelPreview<D>({ preview, words, children }: PreviewProps<D>) {
  const { t } = useText(customerTexts);
  const sentenceOf = useSeriesSentence();
  const { data, error } = preview;
  const look = () => void preview.refetch();
  if (preview.isPending) return <Skeleton words={words.loading} lines={5} bare />;
  if (error !== null) {
    return (
      <ErrorState retryLabel={words.tryAgain} onRetry={look} retrying={preview.isFetching && words.trying}>
        {error.status === 409 ? sentenceOf(error) : t('cancel.failed')}
      </ErrorState>
    );
  }
  return data === undefined ? null : children(data, look);
}
