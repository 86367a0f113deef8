import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import IconNotes from '@tabler/icons-react/dist/esm/icons/IconNotes.mjs';
import IconPaw from '@tabler/icons-react/dist/esm/icons/IconPaw.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { joinRequests, splitRequests } from '#features/work/jobs/rules/wishes.ts';
import type { JobFact } from '#platform/web/design/booking/job-card.tsx';
import { FactList } from '#platform/web/design/parts/page.tsx';
import type { Pair } from '#platform/web/i18n/pair.ts';
import { BilingualText } from './bilingual-text.tsx';
import styles from './cleaner.module.css';
import { word } from './words.ts';

/** Notes for this home: pets, access, the customer's requests. */
export function notesOf(job: Job): JobFact[] {
  const pets = {
    key: 'pets',
    icon: IconPaw,
    name: word('pets').text,
    text: <BilingualText text={word('pets')} />,
  };
  return [
    ...written('clean-again', {
      icon: IconRefresh,
      title: word('cleanAgain'),
      text: job.recleanReason ?? '',
    }),
    ...(job.job_address_hasPets ? [pets] : []),
    ...written('access', { icon: IconKey, title: word('access'), text: job.contactDetails }),
    ...(isHidden(job) ? [] : requestsOf(job)),
  ];
}

/** Once the visit is over and its address hidden, so is what the customer wrote about the home. */
function isHidden(job: Job): boolean {
  return !job.contactShown && job.stage === 'done';
}

/** Phrases come in both languages; what the customer wrote is marked as not translated. */
function requestsOf({ specialRequests }: Job): JobFact[] {
  const { wishes, text } = splitRequests(specialRequests);
  const [known] = written('requests', {
    icon: IconNotes,
    title: word('requests'),
    text: joinRequests({ wishes, text: '' }),
  });
  const [free] = written('written', {
    icon: IconNotes,
    title: /\p{L}/u.test(text) ? word('notTranslated') : word('requests'),
    text,
  });
  return [known, free].flatMap((fact) => fact ?? []);
}

/** The customer's text with a label. */
function written(
  key: string,
  { icon, title, text }: { icon: JobFact['icon']; title: Pair; text: string },
): JobFact[] {
  if (text === '') return [];
  const shown = (
    <>
      <b>
        <BilingualText text={title} />
      </b>
      <span className={styles.written}>{text}</span>
    </>
  );
  return [{ key, icon, name: title.text, text: shown }];
}

/** The same above the checklist of a visit in progress; it can be collapsed once read. */
export function JobNotes({ job }: { job: Job }) {
  const notes = notesOf(job);
  if (notes.length === 0) return null;
  return (
    <details className={styles.notes} open>
      <summary>
        <BilingualText text={word('notes')} />
      </summary>
      <FactList facts={notes.map(({ key, icon, name, text }) => ({ key, icon, name, text }))} />
    </details>
  );
}
