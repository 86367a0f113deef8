import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import IconNavigation from '@tabler/icons-react/dist/esm/icons/IconNavigation.mjs';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import { useEffect, useRef } from 'react';
import { useLocation, useParams } from 'react-router';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { placeOf } from '#features/work/jobs/web/parts/job-day.ts';
import { useNow } from '#features/work/jobs/web/parts/use-now.ts';
import { Button, IconLink } from '#platform/web/design/parts/button.tsx';
import { BackLink, Notice, PageTitle } from '#platform/web/design/parts/page.tsx';
import type { Pair } from '#platform/web/i18n/pair.ts';
import { useSession } from '#platform/web/session/session.ts';
import { useVisitRecord } from '../parts/use-visit-record.ts';
import { BilingualText, JobsFailed, LoadingJobs, StaleNotice } from './bilingual-text.tsx';
import styles from './cleaner.module.css';
import { JobBox, mapAddress } from './job-box.tsx';
import { myPart } from './my-part.ts';
import { NoteField } from './note-field.tsx';
import { Photos } from './photos.tsx';
import { OfficeLine, PlacesRecorded } from './recorded.tsx';
import { StartOrOpen } from './start-or-open.tsx';
import { useUnsent } from './unsent.ts';
import { UnsentTime } from './unsent-time.tsx';
import { type CachedRead, useCachedJob } from './use-cached-jobs.ts';
import { useUndoFinish } from './use-clock.ts';
import { withUnsent } from './with-unsent.ts';
import { dayLabel, jobNumber, word } from './words.ts';
import { Progress, WorkUnderWay } from './work-under-way.tsx';

/** One job: address and access before the visit, the checklist during it, a summary afterwards. */
export function Component() {
  const { jobID = '' } = useParams();
  const job = useCachedJob(jobID);
  const back = backLink(useLocation().pathname);
  const { id } = useSession();
  const { items } = useUnsent();
  const seen = job.data && withUnsent(job.data, items, id);
  return (
    <div className="k-cleaner-page">
      <div className={`k-row k-stretch k-between k-gap-16 ${styles.bar}`}>
        <BackLink href={back.href}>
          <BilingualText text={back.label} />
        </BackLink>
        {seen?.contactShown && isUnderWay(seen) && <Shortcuts job={seen} />}
      </div>
      {job.isOld && <StaleNotice error={job.error} />}
      {seen === undefined ? (
        <NoJob job={job} />
      ) : (
        <>
          <OneJob job={seen} />
          <p className="k-muted">
            <BilingualText text={jobNumber(seen.number)} />
          </p>
        </>
      )}
    </div>
  );
}

function NoJob({ job }: { job: CachedRead<Job> }) {
  return (
    <>
      <PageTitle zh={word('job').zh}>{word('job').text}</PageTitle>
      {job.isPending && !job.isMissing && <LoadingJobs />}
      {job.error?.status === 404 && (
        <Notice kind="bad">
          <BilingualText text={word('gone')} />
        </Notice>
      )}
      {(job.isMissing || (job.error !== null && job.error.status !== 404)) && (
        <JobsFailed onRetry={() => job.refetch()} retrying={job.isFetching} />
      )}
    </>
  );
}

function OneJob({ job }: { job: Job }) {
  const mine = myPart(job);
  const record = useVisitRecord(job.id);
  const title = `${placeOf(job)}${job.job_address_addressLine2 ? `, ${job.job_address_addressLine2}` : ''}`;
  const ticks = job.checklist ?? [];
  const day = dayLabel(job.startTime);
  if (isUnderWay(job)) return <WorkUnderWay job={job} title={title} record={record.data} />;
  const isOpen = mine.finishedAt === null && job.stage !== 'done';
  return (
    <>
      <PageTitle tab={title} zh={day.zh}>
        {day.text}
      </PageTitle>
      {mine.finishedAt !== null && <Finished job={job} finishedAt={mine.finishedAt} />}
      {mine.finishedAt !== null && (
        <Progress done={ticks.filter((line) => line.done).length} of={ticks.length} />
      )}
      <JobBox job={job} action={isOpen ? <StartOrOpen job={job} /> : undefined} />
      {mine.finishedAt !== null && job.contactShown && <Photos job={job} record={record.data} />}
      {mine.finishedAt !== null && job.contactShown && <NoteField job={job} />}
      <PlacesRecorded record={record.data} />
      <OfficeLine phone={record.data?.officePhone} />
    </>
  );
}

function isUnderWay(job: Job): boolean {
  const { startedAt, finishedAt } = myPart(job);
  return startedAt !== null && finishedAt === null;
}

/** Normally part of the job's card; shown here while the checklist replaces the card. */
function Shortcuts({ job }: { job: Job }) {
  const { mobile } = job.customer;
  return (
    <span className="k-row k-stretch k-gap-10">
      <IconLink look="square" icon={IconNavigation} label="Map 地图" href={mapAddress(job)} />
      {mobile && <IconLink look="square" icon={IconPhone} label="Call 打电话" href={`tel:+${mobile}`} />}
    </span>
  );
}

function backLink(pathname: string): { href: string; label: Pair } {
  if (pathname.startsWith('/cleaner/past')) return { href: '/cleaner/past', label: word('past') };
  if (pathname.startsWith('/cleaner/upcoming')) return { href: '/cleaner/upcoming', label: word('upcoming') };
  return { href: '/cleaner/dashboard', label: word('today') };
}

const HALF_MINUTE_MS = 30_000;

/** Thanks for the work, with an undo button for ten minutes. */
export function Finished({ job, finishedAt }: { job: Job; finishedAt: string }) {
  const now = useNow(HALF_MINUTE_MS);
  const undo = useUndoFinish(job, finishedAt);
  const thanks = useRef<HTMLDivElement>(null);
  const { items, isHeld } = useUnsent();
  const unsent = items.find((item) => item.act === 'finish' && item.jobID === job.id);
  const { isFresh } = useRef(undo).current;
  // The focused button was removed with the checklist, so focus moves here and the thanks scroll into view.
  useEffect(() => {
    if (isFresh()) thanks.current?.focus();
  }, [isFresh]);
  return (
    <>
      <div ref={thanks} tabIndex={-1} className={styles.thanks}>
        {unsent === undefined && (
          <Notice kind="good" live>
            <BilingualText text={word('done')} />
          </Notice>
        )}
        <UnsentTime act="finish" at={isHeld ? (unsent?.at ?? null) : null} />
      </div>
      {undo.isOpen(now) && (
        <Button full kind="quiet" icon={IconArrowBackUp} zh={word('undo').zh} onClick={undo.press}>
          {word('undo').text}
        </Button>
      )}
    </>
  );
}
