import { time } from '#platform/web/format.ts';
import { Both } from './both.tsx';
import styles from './cleaner.module.css';
import { timeKept } from './words.ts';

/** Above the button that was pressed: its time, for as long as it is kept for want of signal. */
export function TimeKept({ act, at }: { act: 'start' | 'finish'; at: string | null }) {
  return (
    <div role="status">
      {at !== null && (
        <p className={styles.kept}>
          <Both text={timeKept(act, [time(at, 'en'), time(at, 'zh')])} />
        </p>
      )}
    </div>
  );
}
