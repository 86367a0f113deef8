import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { useJobsText } from '#features/work/jobs/web/parts/text.ts';
import { ErrorState } from '#platform/web/design/parts/states.tsx';
import { BookingFrame } from './booking-frame.tsx';
import { useBookingText } from './text.ts';
import type { Flow } from './use-flow.ts';

/** The packages could not be loaded, so nothing can be priced or booked. */
export function PricesFailed({ flow: { packages } }: { flow: Flow }) {
  const { t } = useBookingText();
  const { t: jobsText } = useJobsText();
  const sentenceOf = useJobSentence();
  return (
    <ErrorState
      retryLabel={jobsText('tryAgain')}
      onRetry={() => packages.refetch()}
      retrying={packages.isFetching && jobsText('trying')}
    >
      {t('home.failed')} {packages.error && sentenceOf(packages.error)}
    </ErrorState>
  );
}

/** The same in a later step. */
export function StepWithoutPrices({ flow }: { flow: Flow }) {
  const { t } = useBookingText();
  return (
    <BookingFrame flow={flow} title={t(`step.${flow.step}`)} action={null}>
      <PricesFailed flow={flow} />
    </BookingFrame>
  );
}
