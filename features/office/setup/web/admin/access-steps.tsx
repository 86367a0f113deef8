import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { SmallTile } from '#platform/web/design/tiles/tile.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { t, tNodes } from '#platform/web/i18n/office.ts';
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
        {tNodes(
          'See your site as customers do: {{textlink}} (in a new tab). Then change its look, or keep it.',
          {
            textlink: (
              <TextLink href="/" target="_blank">
                {t('open the home page')}
              </TextLink>
            ),
          },
        )}
      </p>
      <div className={styles.acts}>
        <Button busy={keep.isPending && t('Saving')} onClick={() => keep.mutate({ body: { step: 'look' } })}>
          {t('Keep this look')}
        </Button>
        <ButtonLink kind="quiet" href="/admin/settings/look">
          {t('Change logo and colour')}
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
      <Panel title={t('E-mail, SMS and cards')}>
        <Loaded query={found} what={t('the services')}>
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
        <Button onClick={onDone}>{t('Continue')}</Button>
        <Button kind="quiet" busy={found.isFetching && t('Testing')} onClick={() => void found.refetch()}>
          {t('Test again')}
        </Button>
        <span className="k-muted">
          {tNodes('Everything else: {{textlink}}.', {
            textlink: <TextLink href="/admin/settings/providers">{t('Connected services')}</TextLink>,
          })}
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
      title: t('A password of your own'),
      text: t('Not the one that was printed when Kemas was installed.'),
    },
    {
      isDone: email !== '',
      title: email === '' ? t('Your e-mail address') : t('Your e-mail address: {{email}}', { email }),
      text: t('Without it, nobody can send you a link when you forget the password.'),
    },
    {
      isDone: hasSecondFactor,
      title: t('An authenticator app'),
      text: t('Then a stolen password alone is not enough. Recommended, not needed.'),
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
                <span className="k-hidden">{isDone ? t(', done') : t(', not done')}</span>
              </b>
              <span className="k-muted">{text}</span>
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.acts}>
        <ButtonLink href="/admin/settings/account">{t('Open your account')}</ButtonLink>
        <Button kind="quiet" onClick={onDone}>
          {t('Continue')}
        </Button>
      </div>
    </div>
  );
}
