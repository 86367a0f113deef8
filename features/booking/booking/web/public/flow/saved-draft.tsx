import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import styles from './booking.module.css';
import { isBegun } from './draft.ts';
import { useBookingText } from './text.ts';
import type { Flow } from './use-flow.ts';

/** Says since when the input has been kept, with a button to start over. */
export function KeptDraft({ flow: { draft, earlier, startOver } }: { flow: Flow }) {
  const { t } = useBookingText();
  const { date, time } = useFormat();
  if (!isBegun(draft)) return null;
  const again = <TextButton onClick={startOver}>{t('kept.startOver')}</TextButton>;
  if (earlier === null) return <p className={styles.inset}>{again}</p>;
  const wire = new Date(earlier).toISOString();
  return (
    <div className={styles.inset}>
      <Notice kind="good" action={again}>
        {t('kept.earlier', { when: t('at', { day: date(wire), time: time(wire) }) })}
      </Notice>
    </div>
  );
}
