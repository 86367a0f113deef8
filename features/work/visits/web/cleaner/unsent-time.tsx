import { BilingualText } from './bilingual-text.tsx';
import styles from './cleaner.module.css';
import { unsentTime } from './words.ts';

/** The time of an action that has not been sent because the phone is offline; shown above its button. */
export function UnsentTime({ act, at }: { act: 'start' | 'finish'; at: string | null }) {
  return (
    <div role="status">
      {at !== null && (
        <p className={styles.kept}>
          <BilingualText text={unsentTime(act, at)} />
        </p>
      )}
    </div>
  );
}
