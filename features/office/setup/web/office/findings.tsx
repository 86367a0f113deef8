import { type SyntheticEvent, useState } from 'react';
import type { ProviderName } from '#platform/kernel/provider-names.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TelField } from '#platform/web/design/parts/field.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { type Status, StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { t, tNodes } from '#platform/web/i18n/office.ts';
import { type Finding, testProvider } from '../../contract.ts';
import styles from './setup.module.css';

const STATES: Readonly<Record<Finding['state'], { readonly status: Status; readonly word: string }>> = {
  good: { status: 'done', word: t('Works') },
  bad: { status: 'wrong', word: t('Fails') },
  off: { status: 'held', word: t('Off') },
};

interface Source {
  /** Variables of the server's environment. */
  readonly variables: readonly string[];
  readonly from: string;
  readonly why: string;
}

/** What configures each, and where its values come from. */
export const SOURCES: Readonly<Record<ProviderName, Source>> = {
  mail: {
    variables: ['SMTP_URL', 'SMTP_FROM'],
    from: t('the company that handles your e-mail: look for "SMTP" or "sending" in its console'),
    why: t('Confirmations, receipts and links to a forgotten password.'),
  },
  sms: {
    variables: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
    from: t(
      'console.twilio.com, or another gateway with SMS_GATEWAY_*; register your sender name with SSIR (sgnic.sg)',
    ),
    why: t('Sign-in codes of customers and cleaners: without SMS, nobody can sign in.'),
  },
  payments: {
    variables: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
    from: t('dashboard.stripe.com, under Developers'),
    why: t('Cards and PayNow on your site. Without it, the office can still record payments.'),
  },
  facebook: {
    variables: ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
    from: t('developers.facebook.com'),
    why: t('Sign-in with Facebook. Not needed.'),
  },
  calendar: {
    variables: ['GOOGLE_CALENDAR_ID', 'GOOGLE_CALENDAR_CREDENTIALS'],
    from: t('console.cloud.google.com, a service account'),
    why: t('Visits in your company’s Google Calendar. Not needed.'),
  },
  geocoding: {
    variables: ['ONEMAP_EMAIL', 'ONEMAP_PASSWORD'],
    from: t('onemap.gov.sg, an account without charge'),
    why: t('A postal code fills in the street.'),
  },
};

interface FindingRowProps {
  readonly finding: Finding;
  /** With a real message. */
  readonly canTest: boolean;
  /** The address of the admin, to which a test e-mail goes. */
  readonly ownEmail: string;
}

/** One service: whether it works, what is missing, and a test. */
export function FindingRow({ finding, canTest, ownEmail }: FindingRowProps) {
  const { date, time } = useFormat();
  const { about, provider, state, says, failingSince } = finding;
  const { status, word } = STATES[state];
  const source = provider === null ? null : SOURCES[provider];
  return (
    <section className={styles.finding}>
      <header className="k-row k-wrap k-gap-8 k-gap-x-16">
        <h3>{about}</h3>
        <StatusChip status={status}>{word}</StatusChip>
      </header>
      {source && <p className="k-muted">{source.why}</p>}
      <p className="k-break">
        {says}
        {failingSince !== null &&
          t(' Failing since {{date}}, {{time}}.', { date: date(failingSince), time: time(failingSince) })}
      </p>
      {source && state !== 'good' && (
        <p className="k-muted k-break">
          {tNodes('Set on the server: {{variables}}. The values are from {{from}}.', {
            variables: <code>{source.variables.join(', ')}</code>,
            from: source.from,
          })}
        </p>
      )}
      {canTest && provider === 'mail' && <MailTest ownEmail={ownEmail} />}
      {canTest && provider === 'sms' && <SmsTest />}
      {canTest && provider === 'payments' && <PaymentsTest />}
    </section>
  );
}

function MailTest({ ownEmail }: { readonly ownEmail: string }) {
  const test = useAct(testProvider);
  return (
    <div className="k-stack k-left k-gap-8">
      <Button
        kind="quiet"
        size="small"
        busy={test.isPending && t('Sending')}
        disabledReason={ownEmail === '' && t('Enter your e-mail address under Your account first')}
        onClick={() => test.mutate({ body: { provider: 'mail' } })}
      >
        {t('Send a test e-mail to {{ownEmail}}', { ownEmail })}
      </Button>
      <Outcome finding={test.data} problem={test.error} />
    </div>
  );
}

function SmsTest() {
  const [mobile, setMobile] = useState('');
  const test = useAct(testProvider);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!test.isPending) test.mutate({ body: { provider: 'sms', mobile } });
  };
  const wrong = test.error?.errors.find(({ path }) => path === 'mobile')?.message;
  return (
    <form className="k-stack k-left k-gap-8 k-narrow" onSubmit={submit} noValidate>
      <TelField
        label={t('Test text message to')}
        value={mobile}
        error={wrong}
        onChange={({ target }) => setMobile(target.value)}
      />
      <Button kind="quiet" size="small" type="submit" busy={test.isPending && t('Sending')}>
        {t('Send a test SMS')}
      </Button>
      <Outcome finding={test.data} problem={wrong === undefined ? test.error : null} />
    </form>
  );
}

function PaymentsTest() {
  const test = useAct(testProvider);
  return (
    <div className="k-stack k-left k-gap-8">
      <Button
        kind="quiet"
        size="small"
        busy={test.isPending && t('Asking')}
        onClick={() => test.mutate({ body: { provider: 'payments' } })}
      >
        {t('Ask the payment provider')}
      </Button>
      <Outcome finding={test.data} problem={test.error} />
    </div>
  );
}

interface OutcomeProps {
  readonly finding: Finding | undefined;
  readonly problem: Error | null;
}

function Outcome({ finding, problem }: OutcomeProps) {
  return (
    <div role="status">
      {finding && !problem && <Notice kind={finding.state === 'bad' ? 'bad' : 'good'}>{finding.says}</Notice>}
      <SubmitProblem problem={problem} />
    </div>
  );
}
