import { useBookingText } from '../text.ts';
import type { Flow } from '../use-flow.ts';

/** The availability of the dates that follow from a start. */
export type SeriesState = 'unknown' | 'free' | 'conflicts';

export function useSeriesState({ service, draft, quote }: Flow, startTime: string | null): SeriesState {
  const { data, isPlaceholderData } = quote;
  const isAbout = data !== undefined && !isPlaceholderData && draft.startTime === startTime;
  if (!service.recurs || startTime === null || !isAbout || data.startTime === null) return 'unknown';
  return data.conflicts.length === 0 ? 'free' : 'conflicts';
}

export function SeriesHint({ flow: { quote, draft }, series }: { flow: Flow; series: SeriesState }) {
  const { t } = useBookingText();
  const conflicts = quote.data?.conflicts.length ?? 0;
  if (series === 'unknown') return `${t('dates.checking')} `;
  if (series === 'free') return `${t('dates.allFree', { count: draft.count })} `;
  return `${t('dates.someTaken', { count: conflicts, of: draft.count })} `;
}
