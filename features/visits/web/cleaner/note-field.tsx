import { useState } from 'react';
import type { Job } from '#features/jobs/contract/shapes.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextArea } from '#platform/web/design/parts/field.tsx';
import { Both } from './both.tsx';
import styles from './cleaner.module.css';
import { useUnsent } from './unsent.ts';
import { usePress } from './unsent-sender.tsx';
import { words } from './words.ts';

const LONGEST = 1000;

/** What the crew wants to say of the visit. Saved by a press, without signal too. */
export function NoteField({ job }: { job: Job }) {
  const press = usePress();
  const { items, isHeld } = useUnsent();
  const saved = job.comment ?? '';
  const [text, setText] = useState<string | null>(null);
  const shown = text ?? saved;
  const isUnsent = isHeld && items.some((item) => item.act === 'comment' && item.jobID === job.id);
  const save = () => {
    press({ act: 'comment', jobID: job.id, text: shown.trim(), at: appClock.now().toISOString() });
    setText(null);
  };
  const isChanged = shown.trim() !== saved;
  const hint = isUnsent ? words.tickSentLater : words.noteHint;
  return (
    <section className={styles.noteField}>
      <TextArea
        label={<Both text={words.note} />}
        hint={<Both text={!isChanged && saved !== '' && !isUnsent ? words.noteSaved : hint} />}
        saved={!isChanged && saved !== '' && !isUnsent}
        rows={3}
        maxLength={LONGEST}
        value={shown}
        onChange={(event) => setText(event.target.value)}
      />
      {isChanged && (
        <Button kind="quiet" size="small" zh={words.saveNote.zh} onClick={save}>
          {words.saveNote.text}
        </Button>
      )}
    </section>
  );
}
