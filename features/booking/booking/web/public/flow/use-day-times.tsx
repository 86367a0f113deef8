import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { useDayHours } from '#features/catalogue/settings/web/parts/use-day-hours.ts';
import { WithRating } from '#features/work/jobs/web/parts/customer/with-rating.tsx';
import { type FreeSlot, groupsOf, type SeenSlot } from '#features/work/schedule/web/parts/times.ts';
import { dayOfWire, hourOfWire } from '#platform/web/business-time.ts';
import type { Slot, SlotListProps } from '#platform/web/design/booking/slot-list.tsx';
import type { SameCleaner } from '#platform/web/design/booking/slot-picker.tsx';
import type { DayRulerProps, RulerBlock } from '#platform/web/design/tiles/day-ruler.tsx';
import { useFormat } from '#platform/web/format.ts';
import { initialsOf } from '#platform/web/initials.ts';
import type { Draft } from './draft.ts';
import { useBookingText } from './text.ts';
import type { Flow } from './use-flow.ts';
import type { TimeChoice } from './use-time-choice.ts';

type Usual = NonNullable<NonNullable<TimeChoice['times']['data']>['usualCleaner']>;

/** The previous cleaner, if there is one and the customer prefers them. */
export function wantedCleaner(when: TimeChoice, draft: Draft): Usual | null {
  const usual = when.times.data?.usualCleaner ?? null;
  return draft.sameCleaner ? usual : null;
}

/** The text of a free time in the list: until when. Who comes is in the heading of the group, or follows later. */
function useSlotTexts(usual: Usual | null) {
  const { t } = useBookingText();
  const { time, date } = useFormat();
  const noteOf = (slot: SeenSlot) =>
    slot.taken ? t('time.taken') : t('time.until', { time: time(slot.endTime) });
  const shown = (slot: SeenSlot): Slot => {
    const isUsual = usual !== null && slot.usualCleaner;
    return {
      id: slot.startTime,
      time: time(slot.startTime),
      note: noteOf(slot),
      taken: slot.taken,
      ...(isUsual && usual
        ? { person: { id: usual.id, initials: initialsOf(usual.firstname), photo: usual.profilePhoto } }
        : {}),
    };
  };
  const alternative = (slot: FreeSlot): Slot => ({
    id: slot.startTime,
    time: time(slot.startTime),
    note: date(slot.startTime),
  });
  return { shown, alternative };
}

/** The times of the open day. */
export function useDayTimes(when: TimeChoice, draft: Draft): SlotListProps {
  const { t } = useBookingText();
  const { time } = useFormat();
  const usual = wantedCleaner(when, draft);
  const { shown, alternative } = useSlotTexts(usual);
  const { lost, slots, times } = when;
  return {
    groups: groupsOf(slots, usual !== null).map((group) => ({
      key: group.part,
      label: t(`time.part.${group.part}`, { name: usual?.firstname ?? '' }),
      slots: group.slots.map(shown),
    })),
    chosen: when.chosen?.startTime ?? null,
    onChoose: (slot) => when.choose(slot.id),
    ...(times.isPending || times.isPlaceholderData ? { loading: t('time.loading') } : {}),
    ...(lost && {
      alternatives: {
        title: t(lost.near.length > 0 ? 'time.gone' : 'time.goneNone', { time: time(lost.startTime) }),
        slots: lost.near.map(alternative),
      },
    }),
  };
}

/** The switch for the previous cleaner; none if there is no such cleaner. */
export function useSameCleaner(when: TimeChoice, { draft, change }: Flow): SameCleaner | undefined {
  const { t } = useBookingText();
  const usual = when.times.data?.usualCleaner ?? null;
  if (usual === null) return undefined;
  return {
    id: usual.id,
    initials: initialsOf(usual.firstname),
    photo: usual.profilePhoto,
    label: t('time.usual', { name: usual.firstname }),
    hint: <WithRating {...usual}>{t('time.usualHint')}</WithRating>,
    on: draft.sameCleaner,
    onChange: (on) => change({ sameCleaner: on }),
  };
}

/** The open day as twelve tiles, with the chosen time highlighted. */
export function useRuler({ day, chosen }: TimeChoice, service: JobType): DayRulerProps {
  const { t } = useBookingText();
  const { timeRange } = useFormat();
  const laid = chosen !== null && dayOfWire(chosen.startTime) === day ? chosen : null;
  const start = laid === null ? 0 : hourOfWire(laid.startTime);
  const blocks: RulerBlock[] =
    laid === null ? [] : [{ start, hours: hourOfWire(laid.endTime) - start, service }];
  const hours = useDayHours(blocks);
  if (chosen === null || laid === null)
    return { ...hours, blocks, ground: service, label: t('time.rulerEmpty') };
  return {
    ...hours,
    blocks,
    label: t('time.ruler', { range: timeRange(chosen.startTime, chosen.endTime) }),
  };
}
