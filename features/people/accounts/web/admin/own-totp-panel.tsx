import { useState } from 'react';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { QrCode } from '#platform/web/design/parts/qr-code.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t, tNodes } from '#platform/web/i18n/office.ts';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { beginTotp, confirmTotp, endTotp, readTotp, type TotpReply } from '../../contract/totp.ts';
import { getAdmin, listAdmins, listSessions } from '../../contract.ts';
import styles from './account.module.css';

const REFRESH = [readTotp, getAdmin, listAdmins, listSessions];

type Step =
  | { readonly at: 'now' | 'password' | 'off' }
  | { readonly at: 'scan'; readonly secret: string; readonly uri: string }
  | { readonly at: 'codes'; readonly codes: readonly string[] };

/** The own two-factor authentication: turned on by scanning, off with password and code. */
export function OwnTotpPanel() {
  const [step, setStep] = useState<Step>({ at: 'now' });
  const query = useCall(readTotp);
  const toNow = () => setStep({ at: 'now' });
  return (
    <Panel title={t('Code at sign-in')} note={t('After the password, six digits from an app on your phone.')}>
      {step.at === 'now' && (
        <Loaded query={query} what={t('the code at your sign-in')}>
          {(totp) => <TotpStatus totp={totp} onChange={(at) => setStep({ at })} />}
        </Loaded>
      )}
      {step.at === 'password' && (
        <PasswordStep onBegun={(begun) => setStep({ at: 'scan', ...begun })} onCancel={toNow} />
      )}
      {step.at === 'scan' && (
        <ScanStep {...step} onConfirmed={(codes) => setStep({ at: 'codes', codes })} onCancel={toNow} />
      )}
      {step.at === 'codes' && <RecoveryCodes codes={step.codes} onKept={toNow} />}
      {step.at === 'off' && <OffStep onDone={toNow} />}
    </Panel>
  );
}

function TotpStatus({
  totp,
  onChange,
}: {
  readonly totp: TotpReply;
  onChange(to: 'password' | 'off'): void;
}) {
  const { date } = useFormat();
  const { since, recoveryCodesLeft: left } = totp;
  if (since === null)
    return (
      <div className="k-stack k-left k-gap-12 k-form">
        <p>{t('Off. Anyone with your password can sign in.')}</p>
        <Button kind="quiet" size="small" onClick={() => onChange('password')}>
          {t('Turn on')}
        </Button>
      </div>
    );
  return (
    <div className="k-stack k-left k-gap-12 k-form">
      <p>
        {t('On since {{date}}. {{value}} left.', {
          date: date(since, 'long'),
          value: left === 1 ? t('1 recovery code is') : t('{{left}} recovery codes are', { left }),
        })}
      </p>
      {left <= 2 && <Notice kind="sun">{t('Turn it off and on again for ten new recovery codes.')}</Notice>}
      <Button kind="quiet" size="small" onClick={() => onChange('off')}>
        {t('Turn off')}
      </Button>
    </div>
  );
}

interface PasswordStepProps {
  onBegun(begun: { secret: string; uri: string }): void;
  onCancel(): void;
}

function PasswordStep({ onBegun, onCancel }: PasswordStepProps) {
  const act = useAct(beginTotp, { onSuccess: onBegun });
  const form = useForm({
    initial: { currentPassword: '' },
    send: (body) => act.mutateAsync({ body }),
  });
  return (
    <form className="k-stack k-left k-gap-12 k-form" onSubmit={form.submit} noValidate>
      <TextField
        label={t('Your password')}
        type="password"
        autoComplete="current-password"
        hint={t('So that no one else can turn it on.')}
        {...form.text('currentPassword')}
      />
      <TotpProblem of={form.problem} />
      <StepButtons go={t('Continue')} busy={form.sending && t('Checking')} onCancel={onCancel} />
    </form>
  );
}

interface ScanStepProps {
  readonly secret: string;
  readonly uri: string;
  onConfirmed(codes: readonly string[]): void;
  onCancel(): void;
}

function ScanStep({ secret, uri, onConfirmed, onCancel }: ScanStepProps) {
  const act = useAct(confirmTotp, {
    refresh: REFRESH,
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  });
  const form = useForm({ initial: { otp: '' }, send: (body) => act.mutateAsync({ body }) });
  return (
    <form className="k-stack k-left k-gap-12 k-form" onSubmit={form.submit} noValidate>
      <div className="k-row k-top k-wrap k-gap-20">
        <QrCode text={uri} label={t('QR code for your authenticator app')} />
        <div className={styles.typed}>
          <p className="k-mb-8">
            {t('Scan this with an authenticator app, such as Google Authenticator or 1Password.')}
          </p>
          <p className="k-mb-8">
            {tNodes('No camera? Type this key: {{span}}', {
              span: <span className={styles.secret}>{secret.replace(/.{4}(?=.)/g, '$& ')}</span>,
            })}
          </p>
        </div>
      </div>
      <TextField
        label={t('Code from the app')}
        code
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        {...form.text('otp')}
      />
      <TotpProblem of={form.problem} />
      <StepButtons go={t('Turn on')} busy={form.sending && t('Checking')} onCancel={onCancel} />
    </form>
  );
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  onKept(): void;
}

function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  return (
    <div className="k-stack k-left k-gap-12 k-form">
      <div role="status">
        <Notice kind="good">{t('It is on. Your other devices are signed out.')}</Notice>
      </div>
      <p>
        {t(
          'Keep these recovery codes somewhere other than on your phone. Each one works once in place of a code. They are shown only now.',
        )}
      </p>
      <ul className={styles.codes} aria-label={t('Recovery codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button size="small" onClick={onKept}>
        {t('I have saved them')}
      </Button>
    </div>
  );
}

function OffStep({ onDone }: { onDone(): void }) {
  const act = useAct(endTotp, { refresh: REFRESH, onSuccess: onDone });
  const form = useForm({
    initial: { currentPassword: '', otp: '' },
    send: (body) => act.mutateAsync({ body }),
  });
  return (
    <form className="k-stack k-left k-gap-12 k-form" onSubmit={form.submit} noValidate>
      <TextField
        label={t('Your password')}
        type="password"
        autoComplete="current-password"
        {...form.text('currentPassword')}
      />
      <TextField
        label={t('Code')}
        code
        autoComplete="one-time-code"
        maxLength={40}
        hint={t('From your app, or a recovery code.')}
        {...form.text('otp')}
      />
      <TotpProblem of={form.problem} />
      <StepButtons go={t('Turn off')} busy={form.sending && t('Turning off')} onCancel={onDone} />
    </form>
  );
}

function TotpProblem({ of }: { readonly of: Error | null }) {
  return <SubmitProblem problem={of} />;
}

interface ButtonsProps {
  readonly go: string;
  readonly busy: string | false;
  onCancel(): void;
}

function StepButtons({ go, busy, onCancel }: ButtonsProps) {
  return (
    <div className="k-row k-stretch k-wrap k-gap-12">
      <Button type="submit" size="small" busy={busy}>
        {go}
      </Button>
      <Button kind="quiet" size="small" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </div>
  );
}
