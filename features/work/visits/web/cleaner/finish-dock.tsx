import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useState } from 'react';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { askBeforeFinish } from '../../rules/finishing.ts';
import { BilingualText } from './bilingual-text.tsx';
import styles from './cleaner.module.css';
import { UnsentTime } from './unsent-time.tsx';
import { useClock } from './use-clock.ts';
import { andMore, earlyBy, openLines, words } from './words.ts';

type Line = NonNullable<Job['checklist']>[number];

/** The maximum number of lines listed by name; beyond it a count is shown. */
const NAMED_LINES = 4;

interface FinishDockProps {
  job: Job;
  /** The unticked lines. When none are left, the button becomes the screen's primary (jade) one. */
  open: readonly Line[];
}

/** The button that ends the visit. Asks for confirmation well before the booked end, or with open lines. */
export function FinishDock({ job, open }: FinishDockProps) {
  const finish = useClock(job, { act: 'finish' });
  const [asking, setAsking] = useState<{ minutesEarly: number } | null>(null);
  const end = () => {
    setAsking(null);
    finish.press();
  };
  const press = () => {
    const minutesLeft = Math.round((Date.parse(job.endTime) - appClock.now().getTime()) / 60_000);
    const ask = askBeforeFinish({ minutesLeft, openLines: open.length });
    if (ask === null) end();
    else setAsking(ask);
  };
  return (
    <div className={styles.dock}>
      <UnsentTime act="finish" at={finish.unsentAt} />
      <Button
        full
        kind={open.length === 0 ? 'primary' : 'quiet'}
        icon={IconCheck}
        zh={words.finish.zh}
        busy={finish.isPending && `${words.finishing.text} ${words.finishing.zh}`}
        onClick={press}
      >
        {words.finish.text}
      </Button>
      <Sheet
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={<BilingualText text={words.askFinish} />}
        closeLabel={`${words.keepWorking.text} ${words.keepWorking.zh}`}
        actions={
          <>
            <Button full zh={words.keepWorking.zh} onClick={() => setAsking(null)}>
              {words.keepWorking.text}
            </Button>
            <Button full kind="quiet" zh={words.finishAnyway.zh} onClick={() => end()}>
              {words.finishAnyway.text}
            </Button>
          </>
        }
      >
        <Unfinished minutesEarly={asking?.minutesEarly ?? 0} open={open} />
      </Sheet>
    </div>
  );
}

/** Reasons not to finish yet: the remaining time, and the open lines by name. */
function Unfinished({ minutesEarly, open }: { minutesEarly: number; open: readonly Line[] }) {
  const more = open.length - NAMED_LINES;
  return (
    <div className={styles.unfinished}>
      {minutesEarly > 0 && (
        <p>
          <BilingualText text={earlyBy(minutesEarly)} />
        </p>
      )}
      {open.length > 0 && (
        <>
          <p>
            <BilingualText text={openLines(open.length)} />
          </p>
          <ul className={styles.open}>
            {open.slice(0, NAMED_LINES).map((line) => (
              <li key={line.id}>
                <BilingualText text={{ text: line.english, zh: line.chinese }} />
              </li>
            ))}
            {more > 0 && (
              <li>
                <BilingualText text={andMore(more)} />
              </li>
            )}
          </ul>
        </>
      )}
    </div>
  );
}
