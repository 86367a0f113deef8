import {
  ChangeMobile,
  NewMobileCode,
  NewMobileForm,
} from '#features/people/accounts/web/parts/change-mobile.tsx';
import { SessionsList } from '#features/people/accounts/web/parts/sessions-list.tsx';
import { useWithCode } from '#features/people/accounts/web/parts/use-with-code.ts';
import { readMobile } from '#platform/kernel/mobile.ts';
import { download } from '#platform/web/api/api.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Switch } from '#platform/web/design/parts/field.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { PageTitle, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { LanguageChoice } from '#platform/web/i18n/language-choice.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { useSession } from '#platform/web/session/session.ts';
import { useOwnID } from '#platform/web/session/use-may.ts';
import { changeMobile, exportPersonalData, verifyNewMobile } from '../../contract/account.ts';
import { unlinkFacebook } from '../../contract/facebook.ts';
import { getCustomer, updateCustomer } from '../../contract.ts';
import type { CustomerReply } from '../../customer-shapes.ts';
import { CONSENT_CHANNELS } from '../../rules/consents.ts';
import { haveAccount } from '../../rules/policy.ts';
import { accountTexts } from '../account-texts.ts';
import { AboutForm } from '../customer/about-form.tsx';
import styles from '../customer/account.module.css';
import { useAccountMessage } from '../customer/account-message.ts';
import { CodeProof } from '../customer/code-proof.tsx';
import { HomesSection, type HomesSectionProps } from '../customer/homes-section.tsx';
import { CALENDAR, CARD, CLOSE, HOURS, PAYMENTS } from '../customer/paths.ts';
import { customersTexts } from '../texts.ts';

/** The account page: personal data, homes, consents and closing. */
export function AccountPage(props: HomesSectionProps) {
  const { t } = useText(accountTexts);
  const id = useOwnID(haveAccount) ?? '';
  const read = useCall(getCustomer, { params: { id } });
  return (
    <div className="k-page">
      <PageTitle>{t('title')}</PageTitle>
      {read.isPending && <Skeleton words={t('loading')} lines={8} />}
      {read.data === undefined && read.isError && (
        <ErrorState
          retryLabel={t('again')}
          onRetry={() => void read.refetch()}
          retrying={read.isFetching && t('loading')}
        >
          {t('failed')}
        </ErrorState>
      )}
      {read.data !== undefined && <Account customer={read.data} {...props} />}
    </div>
  );
}

function Account({ customer, renderVisitsPrompt }: HomesSectionProps & { readonly customer: CustomerReply }) {
  const { t } = useText(accountTexts);
  const { isFBlogged } = useSession();
  return (
    <div className={`k-stack ${styles.columns}`}>
      <div className="k-stack k-gap-28">
        {/* Remounted once a new address has taken effect: otherwise the form would send the old one as a
           change. */}
        <AboutForm key={customer.email} customer={customer} />
        <MobileSection customer={customer} />
        <HomesSection renderVisitsPrompt={renderVisitsPrompt} />
      </div>
      <div className="k-stack k-gap-28">
        <MoneySection customer={customer} />
        <ConsentsSection customer={customer} />
        <LanguageSection />
        <FacebookSection customer={customer} />
        <section className={`k-stack k-gap-14 ${styles.section}`}>
          <SectionTitle>{t('sessions')}</SectionTitle>
          {isFBlogged && <p className="k-muted">{t('facebookSignedIn')}</p>}
          <SessionsList />
        </section>
        <DataSection customer={customer} />
      </div>
    </div>
  );
}

function MoneySection({ customer }: { readonly customer: CustomerReply }) {
  const { t } = useText(accountTexts);
  const { hours } = useFormat();
  const last4 = customer.creditCardLast4;
  return (
    <section className={`k-stack k-gap-14 ${styles.section}`}>
      <SectionTitle>{t('money')}</SectionTitle>
      <ul className="k-ruled k-line-above k-line-below">
        <li className="k-row k-baseline k-wrap k-between k-gap-4 k-gap-x-16">
          <TextLink roomy href={CARD}>
            {t('card')}
          </TextLink>
          <span className="k-muted">{last4 === null ? t('noCard') : t('cardNow', { last4 })}</span>
        </li>
        <li className="k-row k-baseline k-wrap k-between k-gap-4 k-gap-x-16">
          <TextLink roomy href={PAYMENTS}>
            {t('payments')}
          </TextLink>
        </li>
        <li className="k-row k-baseline k-wrap k-between k-gap-4 k-gap-x-16">
          <TextLink roomy href={HOURS}>
            {t('hours')}
          </TextLink>
          <span className="k-muted">{hours(customer.creditsLeft)}</span>
        </li>
        <li className="k-row k-baseline k-wrap k-between k-gap-4 k-gap-x-16">
          <TextLink roomy href={CALENDAR}>
            {t('calendar')}
          </TextLink>
        </li>
      </ul>
    </section>
  );
}

function LanguageSection() {
  const { t } = useText(accountTexts);
  return (
    <section className={`k-stack k-gap-14 ${styles.section}`}>
      <SectionTitle>{t('language')}</SectionTitle>
      <LanguageChoice label={t('language')} hideLabel />
    </section>
  );
}

/** The customer's consents per channel; changes are saved at once. */
function ConsentsSection({ customer }: { readonly customer: CustomerReply }) {
  const { t } = useText(customersTexts);
  const sentenceOf = useAccountMessage();
  const save = useAct(updateCustomer, { refresh: [getCustomer] });
  const wanted = save.isPending ? save.variables?.body?.consents : undefined;
  const followUps = (save.isPending ? save.variables?.body?.followUps : undefined) ?? customer.followUps;
  const isOn = (channel: (typeof CONSENT_CHANNELS)[number]) =>
    (wanted?.[channel] ?? customer.consents?.[channel]) === true;
  return (
    <section className={`k-stack k-gap-14 ${styles.section}`}>
      <SectionTitle>{t('consents.title')}</SectionTitle>
      <p className="k-muted">{t('consents.lead')}</p>
      {CONSENT_CHANNELS.map((channel) => (
        <Switch
          key={channel}
          label={t(`consents.${channel}`)}
          checked={isOn(channel)}
          onChange={({ target }) => {
            if (save.isPending) return;
            const consents = { [channel]: target.checked };
            save.mutate({ params: { id: customer.id }, body: { consents } });
          }}
        />
      ))}
      <Switch
        label={t('consents.followUps')}
        checked={followUps === true}
        onChange={({ target }) => {
          if (!save.isPending)
            save.mutate({ params: { id: customer.id }, body: { followUps: target.checked } });
        }}
      />
      <p role="status">{save.isSuccess && t('consents.changed')}</p>
      <SubmitProblem problem={save.error} sentenceOf={sentenceOf} />
    </section>
  );
}

/** Shows that Facebook is linked, with a button to unlink it. Renders nothing otherwise. */
function FacebookSection({ customer }: { readonly customer: CustomerReply }) {
  const { t } = useText(accountTexts);
  const sentenceOf = useAccountMessage();
  const act = useAct(unlinkFacebook, { refresh: [getCustomer] });
  const unlink = useWithCode((otp) => act.mutateAsync({ params: { id: customer.id }, body: otp }));
  if (!customer.facebookLinked && unlink.step !== 'done') return null;
  return (
    <section className={`k-stack k-gap-14 ${styles.section}`}>
      <SectionTitle>Facebook</SectionTitle>
      <p className="k-muted" role="status">
        {t(unlink.step === 'done' ? 'facebookUnlinked' : 'facebookText')}
      </p>
      {unlink.step === 'code' && (
        <CodeProof
          mobile={customer.mobile}
          problem={unlink.problem}
          isBusy={unlink.isBusy}
          onCode={unlink.run}
          onCancel={unlink.reset}
        />
      )}
      {unlink.step === 'ready' && (
        <>
          <Button
            kind="quiet"
            busy={unlink.isBusy && t('facebookUnlinking')}
            onClick={() => void unlink.run()}
          >
            {t('facebookUnlink')}
          </Button>
          <SubmitProblem problem={unlink.problem} sentenceOf={sentenceOf} />
        </>
      )}
    </section>
  );
}

/** The data export, and the link to close the account. */
function DataSection({ customer }: { readonly customer: CustomerReply }) {
  const { t } = useText(accountTexts);
  return (
    <section className={`k-stack k-gap-14 ${styles.section}`}>
      <SectionTitle>{t('data')}</SectionTitle>
      <p className="k-muted">{t('dataText')}</p>
      <TakeData customer={customer} />
      <p>
        <TextLink roomy href={CLOSE}>
          {t('closeAccount')}
        </TextLink>
      </p>
    </section>
  );
}

function TakeData({ customer }: { readonly customer: CustomerReply }) {
  const { t } = useText(accountTexts);
  const sentenceOf = useAccountMessage();
  const file = useWithCode((otp) => download(exportPersonalData, { params: { id: customer.id }, body: otp }));
  if (file.step === 'code')
    return (
      <CodeProof
        mobile={customer.mobile}
        problem={file.problem}
        isBusy={file.isBusy}
        onCode={file.run}
        onCancel={file.reset}
      />
    );
  return (
    <>
      <Button kind="quiet" busy={file.isBusy && t('downloading')} onClick={() => void file.run()}>
        {t('download')}
      </Button>
      <p role="status">{file.step === 'done' && t('downloaded')}</p>
      <SubmitProblem problem={file.problem} sentenceOf={sentenceOf} />
    </>
  );
}

type Steps = Parameters<typeof ChangeMobile>[0];
type NumberProps = Parameters<Steps['askNumber']>[0] & { readonly customer: CustomerReply };
type CodeProps = Parameters<Steps['askCode']>[0] & { readonly customerID: string };

/** The customer's number and its change: the server may require a code for the old one first. */
function MobileSection({ customer }: { readonly customer: CustomerReply }) {
  return (
    <ChangeMobile
      mobile={customer.mobile}
      askNumber={(step) => <AskNumber customer={customer} {...step} />}
      askCode={(step) => <AskCode customerID={customer.id} {...step} />}
    />
  );
}

function AskNumber({ customer, onSent, ...step }: NumberProps) {
  const sentenceOf = useAccountMessage();
  const request = useAct(changeMobile, { onSuccess: onSent });
  const asking = useWithCode((otp) =>
    request.mutateAsync({
      body: { mobile: readMobile(step.mobile) ?? '', customerID: customer.id, ...otp },
    }),
  );
  const proof = asking.step === 'code' && (
    <CodeProof
      mobile={customer.mobile}
      problem={asking.problem}
      isBusy={asking.isBusy}
      onCode={asking.run}
      onCancel={asking.reset}
    />
  );
  return (
    <NewMobileForm
      {...step}
      {...(proof ? { proof } : {})}
      problem={asking.step === 'ready' && asking.problem ? sentenceOf(asking.problem) : null}
      isBusy={asking.isBusy}
      onNumber={() => void asking.run()}
      onReset={asking.reset}
    />
  );
}

function AskCode({ customerID, onChanged, ...step }: CodeProps) {
  const sentenceOf = useAccountMessage();
  const verify = useAct(verifyNewMobile, { refresh: [getCustomer], onSuccess: onChanged });
  return (
    <NewMobileCode
      {...step}
      problem={verify.error && sentenceOf(verify.error)}
      isBusy={verify.isPending}
      onCode={(otp) => verify.mutate({ body: { otp, customerID } })}
      onReset={() => verify.reset()}
    />
  );
}
