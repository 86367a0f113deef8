import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { useVisitLabels } from '#features/work/jobs/web/parts/customer/use-visit-labels.ts';
import { customerTexts } from '#features/work/jobs/web/parts/customer-texts.ts';
import { FeeTimeline } from '#platform/web/design/booking/fee-timeline.tsx';
import { Button } from '#platform/web/design/parts/button.tsx';
import { SectionTitle } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { sharesOf, type Terms, termsOf } from './terms.ts';

const HALF = 50;
const ALL = 100;

interface TermsProps {
  readonly job: Job;
  readonly now: Date;
  onMove(): void;
  onChangeHome(): void;
  onCancel(): void;
}

/** What moving or cancelling this visit costs, in exact amounts and times. */
export function TermsSection({ job, now, onMove, onChangeHome, onCancel }: TermsProps) {
  const { t } = useText(customerTexts);
  const terms = termsOf(job, now);
  if (terms === null) return null;
  return (
    <section className="k-stack k-gap-10">
      <SectionTitle>{t('terms.title')}</SectionTitle>
      <TermsLine job={job} now={now} />
      <p>
        <Sentence terms={terms} />
      </p>
      {job.policy?.companyRefundPercent === ALL && <p className="k-muted k-small">{t('terms.company')}</p>}
      <div className="k-row k-stretch k-wrap k-gap-10">
        {terms.mayMove && (
          <Button kind="quiet" size="small" onClick={onMove}>
            {t('move.ask')}
          </Button>
        )}
        {terms.isFree && (
          <Button kind="quiet" size="small" onClick={onChangeHome}>
            {t('home.ask')}
          </Button>
        )}
        <Button kind="quiet" size="small" onClick={onCancel}>
          {t('cancel.ask')}
        </Button>
      </div>
    </section>
  );
}

/** `half`, `30%`: a share of the price. */
export function useShare() {
  const { t } = useText(customerTexts);
  return (percent: number) => (percent === HALF ? t('terms.half') : t('terms.percent', { percent }));
}

/** `S$61.50`, `1.5 hours`, or both. */
function useFee() {
  const { t } = useText(customerTexts);
  const { money, hours } = useFormat();
  return ({ fee, forfeited }: Terms) => {
    if (forfeited === 0) return money(fee);
    if (fee === 0) return hours(forfeited);
    return t('cancel.both', { money: money(fee), hours: hours(forfeited) });
  };
}

function Sentence({ terms }: { terms: Terms }) {
  const { t } = useText(customerTexts);
  const { hours } = useFormat();
  const { whenOf } = useVisitLabels();
  const share = useShare()(terms.feePercent);
  const fee = useFee()(terms);
  if (terms.feePercent === 0)
    return terms.isFree ? (
      t('terms.never')
    ) : (
      <>
        {t('terms.tooLateToMove')} {t('terms.never')}
      </>
    );
  if (terms.isFree) {
    const words = { moment: whenOf(terms.freeUntil), share, fee };
    return t(terms.hasMoved ? 'terms.freeMoved' : 'terms.free', words);
  }
  const late = t('terms.late', { hours: hours(terms.freeHours), share, fee });
  return (
    <>
      {t('terms.tooLateToMove')} {late}
    </>
  );
}

/** The free period and the fee period on one timeline; nothing if there is never a fee. */
export function TermsLine({ job, now }: { job: Job; now: Date }) {
  const terms = termsOf(job, now);
  return terms === null || terms.feePercent === 0 ? null : <TermsRow job={job} now={now} terms={terms} />;
}

function TermsRow({ job, now, terms }: { job: Job; now: Date; terms: Terms }) {
  const { t } = useText(customerTexts);
  const { time } = useFormat();
  const { whenOf, shortDayOf } = useVisitLabels();
  const share = useShare()(terms.feePercent);
  const shares = sharesOf(job, now);
  if (shares === null) return null;
  const moment = whenOf(terms.freeUntil);
  const short = terms.feePercent === HALF ? t('terms.halfLabel') : share;
  return (
    <FeeTimeline
      {...shares}
      service={job.jobType}
      labels={{
        now: t('terms.now'),
        free: t('terms.freeLabel'),
        half: t('terms.lateLabel', {
          share: short,
          moment: `${shortDayOf(terms.freeUntil)} ${time(terms.freeUntil)}`,
        }),
        visit: shortDayOf(job.startTime),
      }}
      label={t('terms.spoken', { moment, share, visit: whenOf(job.startTime) })}
    />
  );
}
