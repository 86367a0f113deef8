import styles from '#features/work/jobs/web/parts/change.module.css';
import { MoveMonth, type useFreeTimes } from '#features/work/schedule/web/parts/free-times.tsx';
import { SlotList } from '#platform/web/design/booking/slot-list.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { type HomeWithPreferences, noMatchSentence } from './home-preferences.ts';

interface TimeFieldProps {
  readonly times: ReturnType<typeof useFreeTimes>;
  /** With the enabled preferences only. */
  readonly home: HomeWithPreferences;
  readonly chosen: string | null;
  onChoose(startTime: string): void;
  /** A full day can be opened, for its waiting list. */
  readonly opensFull: boolean;
  /** Another day is opened: its time has to be proposed again. */
  onDay(): void;
}

/** The days and times at which enough matching cleaners are free. */
export function TimeField({ times, home, chosen, opensFull, onChoose, onDay }: TimeFieldProps) {
  return (
    <>
      <MoveMonth
        opensFull={opensFull}
        times={{
          ...times,
          setDay: (day) => {
            times.setDay(day);
            onDay();
          },
        }}
      />
      {times.error && <Notice kind="bad">We could not load the free times. {times.error.message}</Notice>}
      <SlotList
        groups={times.groups}
        chosen={chosen}
        onChoose={(slot) => {
          times.setDay(slot.id.slice(0, 10));
          onChoose(slot.id);
        }}
        loading={times.loading ? 'Loading free times' : undefined}
      />
      {!times.loading && times.groups.length === 0 && (
        <Nobody
          sentence={
            times.isDayOpened || times.nearest === null
              ? noMatchSentence(home)
              : 'Pick a day. Days with a flower have free times.'
          }
          nearest={times.nearest}
          onChoose={(startTime) => {
            times.setDay(startTime.slice(0, 10));
            onChoose(startTime);
          }}
        />
      )}
    </>
  );
}

interface NobodyProps {
  readonly sentence: string;
  /** The nearest time that works among the displayed weeks. */
  readonly nearest: string | null;
  onChoose(startTime: string): void;
}

function Nobody({ sentence, nearest, onChoose }: NobodyProps) {
  const { date, time } = useFormat();
  return (
    <p className={styles.lead} role="status">
      {sentence}{' '}
      {nearest && (
        <TextButton onClick={() => onChoose(nearest)}>
          {`Nearest: ${date(nearest)}, ${time(nearest)}`}
        </TextButton>
      )}
    </p>
  );
}
