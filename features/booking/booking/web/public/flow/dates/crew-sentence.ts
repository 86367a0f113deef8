import { useFormat } from '#platform/web/format.ts';
import { useBookingText } from '../text.ts';
import { type CrewedVisit, crewOfSeries } from './series-rows.ts';

/** Up to this many dates are listed individually. */
const FEW_DATES = 3;

/** A sentence about the crew of a series: the same for all visits, or on which dates it differs. */
export function useCrewSentence() {
  const { t } = useBookingText();
  const { date } = useFormat();
  return (visits: readonly CrewedVisit[]): string => {
    const { names, others } = crewOfSeries(visits);
    const who = names.join(t('dates.and'));
    if (names.length === 0) return '';
    if (others.length === 0) return t('dates.sameCrew', { names: who, count: visits.length });
    const on = others.map(({ startTime }) => date(startTime)).join(t('dates.comma'));
    if (others.length <= FEW_DATES) return t('dates.otherCrewOn', { names: who, dates: on });
    return t('dates.otherCrew', { names: who, count: others.length, of: visits.length });
  };
}
