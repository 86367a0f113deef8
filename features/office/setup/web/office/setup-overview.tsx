import { Link } from 'react-router';
import { useAct } from '#platform/web/api/queries.ts';
import { Terrace } from '#platform/web/design/parts/brand.tsx';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextButton, TextLink } from '#platform/web/design/parts/link.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { SmallTile, StepTiles } from '#platform/web/design/tiles/tile.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { t, tNodes } from '#platform/web/i18n/office.ts';
import { Panel } from '#platform/web/office/record.tsx';
import { dismissSetup, readSetup, type Setup } from '../../contract.ts';
import { nextStep, STEPS, type Step } from '../../rules/steps.ts';
import styles from './setup.module.css';
import { STEP_WORDS, stateOf, stepPath } from './steps.ts';
import { TestVisitPanel } from './test-visit-panel.tsx';

interface SetupProps {
  readonly setup: Setup;
}

/** The whole set-up: what is done, and the one next thing. It is the overview of a business in which nobody can book. */
export function SetupOverview({ setup }: SetupProps) {
  const next = nextStep(setup.done);
  const done = setup.done.length;
  return (
    <div className="k-office-page">
      <div className={styles.hero}>
        <div className="k-stack k-gap-16">
          <header className={`k-stack k-gap-8 ${styles.welcome}`}>
            <PageTitle tab={t('Set-up')}>
              {setup.isNeeded ? t('Set up your business') : t('Your set-up')}
            </PageTitle>
            <p className="k-muted">
              {setup.isNeeded
                ? t(
                    'Ten minutes from here to your first booking. Do the steps in any order, and come back at any time: what you save stays.',
                  )
                : t('Customers can book now. The rest makes it yours.')}
            </p>
            <StepTiles
              done={done}
              of={STEPS.length}
              size={26}
              label={t('{{done}} of {{total}} done', { done, total: STEPS.length })}
            />
          </header>
          {next !== null && (
            <div>
              <ButtonLink href={stepPath(next)}>
                {done === 0
                  ? t('Start: {{title}}', { title: STEP_WORDS[next].title })
                  : t('Next: {{title}}', { title: STEP_WORDS[next].title })}
              </ButtonLink>
            </div>
          )}
          <Panel title={t('Steps')}>
            <StepList setup={setup} />
          </Panel>
        </div>
        <div className="k-stack k-gap-16">
          <Terrace open="one-time" />
          <TestVisitPanel setup={setup} />
        </div>
      </div>
    </div>
  );
}

interface StepListProps extends SetupProps {
  readonly current?: Step;
}

/** All steps, each with what is there of it. */
export function StepList({ setup, current }: StepListProps) {
  return (
    <ol className={styles.steps}>
      {STEPS.map((step) => {
        const isDone = setup.done.includes(step);
        return (
          <li key={step}>
            <Link to={stepPath(step)} aria-current={step === current ? 'step' : undefined}>
              <SmallTile state={isDone ? 'done' : 'bare'} size={22} />
              <span className={styles.words}>
                <b>{STEP_WORDS[step].title}</b>
                <small>{stateOf(step, setup)}</small>
              </span>
              <span className="k-hidden">{isDone ? t(', done') : t(', not done')}</span>
            </Link>
          </li>
        );
      })}
    </ol>
  );
}

/** The rest of the set-up in one line, above the ordinary overview, until it is done or dismissed. */
export function SetupLine({ setup }: SetupProps) {
  const dismiss = useAct(dismissSetup, { refresh: [readSetup] });
  const next = nextStep(setup.done);
  if (setup.isDismissed || next === null) return null;
  return (
    <div className={`k-row k-wrap k-gap-8 k-gap-x-16 k-between ${styles.line}`}>
      <p>
        <b>{t('Set-up: {{done}} of {{total}} done.', { done: setup.done.length, total: STEPS.length })}</b>{' '}
        {tNodes('Next: {{textlink}}. {{state}}', {
          textlink: <TextLink href={stepPath(next)}>{STEP_WORDS[next].title}</TextLink>,
          state: stateOf(next, setup),
        })}
      </p>
      <TextButton onClick={() => dismiss.isPending || dismiss.mutate({ body: { isDismissed: true } })}>
        {t('Hide this')}
      </TextButton>
      <SubmitProblem problem={dismiss.error} />
    </div>
  );
}
