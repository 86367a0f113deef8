import { useState } from 'react';
import { useWithCode } from '#features/people/accounts/web/parts/use-with-code.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { Checkbox } from '#platform/web/design/parts/field.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { BackLink, PageTitle, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { session } from '#platform/web/session/session.ts';
import { useOwnID } from '#platform/web/session/use-may.ts';
import { closeAccount, previewClosing } from '../../contract/account.ts';
import { getCustomer } from '../../contract.ts';
import { haveAccount } from '../../rules/policy.ts';
import { accountTexts } from '../account-texts.ts';
import styles from './account.module.css';
import { useAccountMessage } from './account-message.ts';
import { CodeProof } from './code-proof.tsx';
import { ACCOUNT, bookingPath, GIFTS, PAYMENTS } from './paths.ts';

/**
 * /dashboard/account/close: shows what has to end first, what is deleted and what is kept; then closes the
 * account permanently.
 */
export function Component() {
  const { t } = useText(accountTexts);
  const id = useOwnID(haveAccount) ?? '';
  const preview = useCall(previewClosing, { params: { id } });
  const own = useCall(getCustomer, { params: { id } });
  const failed = [preview, own].filter((query) => query.isError);
  const isReady = preview.data !== undefined && own.data !== undefined;
  return (
    <div className="k-page">
      <div>
        <BackLink href={ACCOUNT}>{t('back')}</BackLink>
        <PageTitle>{t('closing.title')}</PageTitle>
      </div>
      {!isReady && failed.length === 0 && <Skeleton words={t('closing.loading')} lines={5} />}
      {!isReady && failed.length > 0 && (
        <ErrorState
          retryLabel={t('again')}
          onRetry={() => Promise.all(failed.map((query) => query.refetch()))}
          retrying={failed.some((query) => query.isFetching) && t('closing.loading')}
        >
          {t('closing.failed')}
        </ErrorState>
      )}
      {isReady && preview.data.matters.length > 0 && <OpenMatters matters={preview.data.matters} />}
      {isReady && preview.data.matters.length === 0 && (
        <Closing id={id} mobile={own.data.mobile} hoursLeft={preview.data.hoursLeft} />
      )}
    </div>
  );
}

interface Matter {
  readonly kind: string;
  readonly id: string;
  readonly at: string;
}

function OpenMatters({ matters }: { readonly matters: readonly Matter[] }) {
  const { t } = useText(accountTexts);
  return (
    <section className={`k-stack k-gap-14 ${styles.section} ${styles.narrow}`}>
      <SectionTitle>{t('closing.openTitle')}</SectionTitle>
      <p>{t('closing.openText')}</p>
      <ul className="k-ruled k-line-above k-line-below">
        {matters.map((matter) => (
          <li key={matter.id}>
            <OpenMatter matter={matter} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OpenMatter({ matter: { kind, id, at } }: { readonly matter: Matter }) {
  const { t } = useText(accountTexts);
  const { date, time } = useFormat();
  const when = { day: date(at), time: time(at) };
  const link = (href: string, words: string) => (
    <TextLink roomy href={href}>
      {words}
    </TextLink>
  );
  if (kind === 'gift') return link(GIFTS, t('closing.gift', when));
  if (kind === 'payment') return link(PAYMENTS, t('closing.payment', when));
  return link(bookingPath(id), t(kind === 'hold' ? 'closing.hold' : 'closing.visit', when));
}

interface ClosingProps {
  readonly id: string;
  readonly mobile: string;
  readonly hoursLeft: number;
}

function Closing({ id, mobile, hoursLeft }: ClosingProps) {
  const { t } = useText(accountTexts);
  const sentenceOf = useAccountMessage();
  const [isGiven, setGiven] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const close = useAct(closeAccount, { refresh: [previewClosing] });
  const closing = useWithCode(async (otp) => {
    const body = { ...otp, ...(hoursLeft > 0 && { forfeitHours: hoursLeft }) };
    await close.mutateAsync({ params: { id }, body });
    session.signOut();
  });
  const begin = () => {
    const isUndecided = hoursLeft > 0 && !isGiven;
    setMissing(isUndecided);
    if (!isUndecided) void closing.run();
  };
  return (
    <section className={`k-stack k-gap-14 ${styles.section} ${styles.narrow}`}>
      <p>{t('closing.goes')}</p>
      <p>{t('closing.stays')}</p>
      <p>{t('closing.again')}</p>
      <p>
        <TextLink roomy href={PAYMENTS}>
          {t('closing.saveFirst')}
        </TextLink>
      </p>
      {hoursLeft > 0 && (
        <Checkbox
          label={t('closing.giveUp', { count: hoursLeft })}
          name="give-up"
          checked={isGiven}
          error={isMissing && t('closing.giveUpMissing')}
          onChange={({ target }) => {
            setMissing(false);
            setGiven(target.checked);
          }}
        />
      )}
      {closing.step === 'code' ? (
        <CodeProof
          mobile={mobile}
          problem={closing.problem}
          isBusy={closing.isBusy}
          onCode={closing.run}
          onCancel={closing.reset}
        />
      ) : (
        <>
          <SubmitProblem problem={closing.problem} sentenceOf={sentenceOf} />
          <Button kind="danger" full busy={closing.isBusy && t('closing.closing')} onClick={begin}>
            {t('closing.button')}
          </Button>
          <ButtonLink kind="quiet" full href={ACCOUNT}>
            {t('closing.keep')}
          </ButtonLink>
        </>
      )}
    </section>
  );
}
