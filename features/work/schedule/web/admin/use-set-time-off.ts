import { useAct } from '#platform/web/api/queries.ts';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { addTimeOff, removeTimeOff } from '../../contract.ts';
import { SCHEDULE_READS } from './schedule-reads.ts';
import { useFailedToast } from './use-failed-toast.ts';
import type { Times } from './whole-days.ts';

/** A cleaner to set time off for. */
export interface Someone {
  readonly id: string;
  readonly firstname: string;
  readonly fullname: string;
}

export interface NewTimeOff extends Times {
  readonly description: string;
}

/** A cleaner for whom it could not be set, and why. */
export interface NotSet {
  readonly cleaner: Someone;
  readonly timeOff: NewTimeOff;
  readonly error: Error;
}

/** Sets the same time off for each cleaner, and returns those for whom it failed. */
export function useSetTimeOff() {
  const toast = useToast();
  const failed = useFailedToast();
  const add = useAct(addTimeOff, { refresh: SCHEDULE_READS });
  const remove = useAct(removeTimeOff, { refresh: SCHEDULE_READS });
  return async (
    cleaners: readonly Someone[],
    timeOff: NewTimeOff,
    acknowledge: boolean,
  ): Promise<readonly NotSet[]> => {
    const notSet: NotSet[] = [];
    const set: { readonly cleaner: Someone; readonly timeOffID: string }[] = [];
    for (const cleaner of cleaners) {
      const input = { params: { id: cleaner.id }, body: { ...timeOff, acknowledge } };
      try {
        set.push({ cleaner, timeOffID: (await add.mutateAsync(input)).id });
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        notSet.push({ cleaner, timeOff, error });
      }
    }
    const undo = () => {
      for (const { cleaner, timeOffID } of set) {
        const onError = failed(
          t('We could not undo {{fullname}}’s time off.', { fullname: cleaner.fullname }),
        );
        remove.mutate({ params: { id: cleaner.id, timeOffID } }, { onError });
      }
    };
    const verb = set.length === 1 ? 'has' : 'have';
    if (set.length > 0)
      toast.show({
        text: t('{{names}} {{verb}} time off.', { names: namesOf(set.map(({ cleaner }) => cleaner)), verb }),
        undo,
      });
    return notSet;
  };
}

function namesOf(cleaners: readonly Someone[]): string {
  const [first] = cleaners;
  return cleaners.length === 1 && first !== undefined
    ? first.fullname
    : t('{{count}} cleaners', { count: cleaners.length });
}
