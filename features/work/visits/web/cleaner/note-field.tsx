import { useEffect, useState } from 'react';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { TextArea } from '#platform/web/design/parts/field.tsx';
import { BilingualText } from './bilingual-text.tsx';
import { unsent, useUnsent } from './unsent.ts';
import { useSendAction } from './unsent-sender.tsx';
import { word } from './words.ts';

const LONGEST = 1000;
/** Debounce delay before the note is sent, in ms. */
const PAUSE_MS = 1000;

/**
 * The crew's note about the visit. Every keystroke is stored on the phone; it is sent after a pause in typing, and on
 * leaving.
 */
export function NoteField({ job }: { job: Job }) {
  const { flush } = useSendAction();
  const { items, isHeld } = useUnsent();
  const saved = job.comment ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const isUnsent = items.some((item) => item.act === 'comment' && item.jobID === job.id);
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(flush, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, flush]);
  useEffect(() => flush, [flush]);
  const type = (text: string) => {
    setTyped(text);
    const trimmed = text.trim();
    if (trimmed === saved) return;
    unsent.put({ act: 'comment', jobID: job.id, text: trimmed, at: appClock.now().toISOString() });
  };
  const leave = () => {
    setTyped(null);
    flush();
  };
  const isSaved = saved !== '' && !isUnsent;
  const hint = isUnsent && isHeld ? word('tickSentLater') : word('noteHint');
  return (
    <section className="k-stack k-gap-10">
      <TextArea
        label={<BilingualText text={word('note')} />}
        hint={<BilingualText text={isSaved ? word('noteSaved') : hint} />}
        saved={isSaved}
        rows={3}
        maxLength={LONGEST}
        value={typed ?? saved}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
      />
    </section>
  );
}
