import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { SmallTile } from '#platform/web/design/tiles/tile.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { confirmStep, examineProviders, readSetup } from '../../contract.ts';
import { FindingRow } from '../office/findings.tsx';
import styles from '../office/setup.module.css';
import type { StepProps } from '../office/steps.ts';

export function LookStep({ onDone }: StepProps) {
  const keep = useAct(confirmStep, { refresh: [readSetup], onSuccess: onDone });
  return (
    <div className={styles.form}>
      <p>
        See your site as customers do:{' '}
        <TextLink href="/" target="_blank">
          open the home page
        </TextLink>{' '}
        (in a new tab). Then change its look, or keep it.
      </p>
      <div className={styles.acts}>
        <Button busy={keep.isPending && 'Saving'} onClick={() => keep.mutate({ body: { step: 'look' } })}>
          Keep this look
        </Button>
        <ButtonLink kind="quiet" href="/admin/settings/look">
          Change logo and colour
        </ButtonLink>
      </div>
      <SubmitProblem problem={keep.error} />
    </div>
  );
}

const NEEDED = ['mail', 'sms', 'payments'];

/** What is configured of the three services that a business needs, and a test of each. */
export function ProvidersStep({ setup, onDone }: StepProps) {
  const found = useCall(examineProviders);
  return (
    <div className={styles.form}>
      <Panel title="E-mail, SMS and cards">
        <Loaded query={found} what="the services">
          {({ items }) =>
            items
              .filter(({ provider }) => provider !== null && NEEDED.includes(provider))
              .map((one) => (
                <FindingRow key={one.about} finding={one} canTest ownEmail={setup.account.email} />
              ))
          }
        </Loaded>
      </Panel>
      <div className={styles.acts}>
        <Button onClick={onDone}>Continue</Button>
        <Button kind="quiet" busy={found.isFetching && 'Testing'} onClick={() => void found.refetch()}>
          Test again
        </Button>
        <span className="k-muted">
          Everything else: <TextLink href="/admin/settings/providers">Connected services</TextLink>.
        </span>
      </div>
    </div>
  );
}

/** Own password, e-mail address, second factor: all on the page of the own account. */
export function AccountStep({ setup, onDone }: StepProps) {
  const { hasOwnPassword, email, hasSecondFactor } = setup.account;
  const points = [
    {
      isDone: hasOwnPassword,
      title: 'A password of your own',
      text: 'Not the one that was printed when Kemas was installed.',
    },
    {
      isDone: email !== '',
      title: email === '' ? 'Your e-mail address' : `Your e-mail address: ${email}`,
      text: 'Without it, nobody can send you a link when you forget the password.',
    },
    {
      isDone: hasSecondFactor,
      title: 'An authenticator app',
      text: 'Then a stolen password alone is not enough. Recommended, not needed.',
    },
  ];
  return (
    <div className={styles.form}>
      <ul className="k-stack k-gap-12">
        {points.map(({ isDone, title, text }) => (
          <li key={title} className="k-row k-top k-gap-12">
            <SmallTile state={isDone ? 'done' : 'bare'} size={22} />
            <span>
              <b className="k-block">
                {title}
                <span className="k-hidden">{isDone ? ', done' : ', not done'}</span>
              </b>
              <span className="k-muted">{text}</span>
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.acts}>
        <ButtonLink href="/admin/settings/account">Open your account</ButtonLink>
        <Button kind="quiet" onClick={onDone}>
          Continue
        </Button>
      </div>
    </div>
  );
}
