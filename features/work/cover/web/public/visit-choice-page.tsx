import { useState } from 'react';
import { useLinkToken } from '#features/people/accounts/web/parts/use-link-token.ts';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice, PageTitle } from '#platform/web/design/parts/page.tsx';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import type { VisitChoice } from '../../contract.ts';
import { useVisitChoiceText } from './text.ts';
import styles from './visit-choice.module.css';

type Calls = typeof import('../../contract.ts');

const readVisitChoice = lightCall<Calls['readVisitChoice']>({ method: 'POST', path: '/visit-choice' });
const chooseForVisit = lightCall<Calls['chooseForVisit']>({ method: 'POST', path: '/visit-choice/choose' });

const CANCEL = 'cancel';

/** /visit-choice#token: a customer chooses another time or a refund for a visit that nobody can do. */
export function Component() {
  const { t } = useVisitChoiceText();
  const token = useLinkToken();
  return (
    <div className={styles.page}>
      <PageTitle>{t('title')}</PageTitle>
      {token === '' ? <p>{t('noToken')}</p> : <Choice key={token} token={token} />}
      <p>
        <TextLink roomy href="/contact-us">
          {t('contact')}
        </TextLink>
      </p>
    </div>
  );
}

function Choice({ token }: { readonly token: string }) {
  const { t } = useVisitChoiceText();
  const problemOf = useProblem();
  const visit = useCall(readVisitChoice, { body: { token } });
  return (
    <>
      {visit.isPending && <Skeleton words={t('loading')} lines={4} />}
      {visit.error && (
        <Notice kind="bad" live>
          {problemOf(visit.error)}
        </Notice>
      )}
      {visit.isError && visit.error.status !== 404 && (
        <Button kind="quiet" full onClick={() => void visit.refetch()}>
          {t('again')}
        </Button>
      )}
      {visit.data && <Form token={token} visit={visit.data} />}
    </>
  );
}

function Form({ token, visit }: { readonly token: string; readonly visit: VisitChoice }) {
  const { t } = useVisitChoiceText();
  const format = useFormat();
  const problemOf = useProblem();
  const at = (time: string) => `${format.date(time)}, ${format.time(time)}`;
  const [choice, setChoice] = useState(visit.times[0] ?? CANCEL);
  const choose = useAct(chooseForVisit, { refresh: [readVisitChoice] });
  const chosen = choose.data?.chosen ?? visit.chosen;
  if (chosen !== null) {
    const words = chosen === CANCEL ? t('cancelled') : t('moved', { when: at(chosen) });
    return (
      <Notice kind="good" live>
        {words}
      </Notice>
    );
  }
  if (visit.closed !== null) {
    return (
      <Notice kind={visit.closed === 'covered' ? 'good' : 'plain'} live>
        {t(`closed.${visit.closed}`, { when: at(visit.startTime) })}
      </Notice>
    );
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        choose.mutate({ body: { token, choice } });
      }}
    >
      <p>{t('sorry', { when: at(visit.startTime) })}</p>
      <p className="k-muted">{visit.times.length > 0 ? t('ask') : t('noTimes')}</p>
      <RadioRows
        name="choice"
        label={t('times')}
        value={choice}
        onChange={setChoice}
        options={[
          ...visit.times.map((time) => ({ value: time, label: at(time) })),
          { value: CANCEL, label: t('refund') },
        ]}
      />
      {choose.error && (
        <Notice kind="bad" live>
          {problemOf(choose.error)}
        </Notice>
      )}
      <Button type="submit" full busy={choose.isPending && t('choosing')}>
        {t('choose')}
      </Button>
    </form>
  );
}

const KNOWN = ['offline', 'bad_choice_link', 'choice_closed', 'slot_taken'] as const;

function useProblem(): (error: ApiError) => string {
  const { t } = useVisitChoiceText();
  return ({ code }) => t(`errors.${KNOWN.find((known) => known === code) ?? 'other'}`);
}
