import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useCall } from '#platform/web/api/queries.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice, PageTitle } from '#platform/web/design/parts/page.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { readSetup, type Setup } from '../../contract.ts';
import { nextStep, STEPS, type Step } from '../../rules/steps.ts';
import styles from '../office/setup.module.css';
import { SetupOverview, StepList } from '../office/setup-overview.tsx';
import { SETUP, STEP_WORDS, type StepProps, stepPath } from '../office/steps.ts';
import { AccountStep, LookStep, ProvidersStep } from './access-steps.tsx';
import { ContactStep, GstStep, HoursStep } from './business-steps.tsx';
import { CleanersStep } from './cleaners-step.tsx';
import { ServicesStep } from './services-step.tsx';

const SCREENS: Readonly<Record<Step, (props: StepProps) => ReactNode>> = {
  contact: ContactStep,
  gst: GstStep,
  hours: HoursStep,
  services: ServicesStep,
  cleaners: CleanersStep,
  look: LookStep,
  providers: ProvidersStep,
  account: AccountStep,
};

/** /admin/overview/setup and /admin/overview/setup/:step: the set-up of the business, a screen for each step. */
export function Component() {
  const params = useParams();
  const setup = useCall(readSetup);
  const step = STEPS.find((one) => one === params.step);
  if (setup.data === undefined)
    return (
      <div className="k-office-page">
        <PageTitle>{t('Set-up')}</PageTitle>
        <Loaded query={setup} what={t('the set-up')}>
          {() => null}
        </Loaded>
      </div>
    );
  if (step === undefined) return <SetupOverview setup={setup.data} />;
  return <StepScreen key={step} step={step} setup={setup.data} />;
}

interface StepScreenProps {
  readonly step: Step;
  readonly setup: Setup;
}

function StepScreen({ step, setup }: StepScreenProps) {
  const navigate = useNavigate();
  const Screen = SCREENS[step];
  const { title, lead } = STEP_WORDS[step];
  const next = nextStep(setup.done, step);
  const onDone = () => void navigate(next === null ? '/admin/overview' : stepPath(next));
  return (
    <div className="k-office-page">
      <div className={styles.step}>
        <nav className={styles.aside} aria-label={t('Set-up')}>
          <Panel title={t('Set-up')}>
            <StepList setup={setup} current={step} />
          </Panel>
        </nav>
        <div className="k-stack k-gap-16">
          <header className={`k-stack k-gap-4 ${styles.welcome}`}>
            <p className="k-row k-wrap k-gap-8 k-gap-x-16 k-muted">
              {t('Step {{number}} of {{total}}', { number: STEPS.indexOf(step) + 1, total: STEPS.length })}
              <TextLink href={SETUP}>{t('All steps')}</TextLink>
              {next !== null && <TextLink href={stepPath(next)}>{t('Skip for now')}</TextLink>}
            </p>
            <PageTitle tab={title}>{title}</PageTitle>
            <p className="k-muted">{lead}</p>
          </header>
          {!setup.isNeeded && setup.bookable > 0 && (
            <Notice kind="good">{t('Customers can book on your site now.')}</Notice>
          )}
          <Screen setup={setup} onDone={onDone} />
        </div>
      </div>
    </div>
  );
}
