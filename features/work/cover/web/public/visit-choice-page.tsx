import { useState } from 'react';
import { useLinkToken } from '#features/people/accounts/web/parts/use-link-token.ts';
import * as routes from '#features/routes.ts';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice, PageTitle } from '#platform/web/design/parts/page.tsx';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { defineTexts, useText } from '#platform/web/i18n/texts.ts';
import type { VisitChoice } from '../../contract.ts';

type Calls = typeof import('../../contract.ts');

const readVisitChoice = lightCall<Calls['readVisitChoice']>(routes.readVisitChoice);
const chooseForVisit = lightCall<Calls['chooseForVisit']>(routes.chooseForVisit);

const CANCEL = 'cancel';

/** /visit-choice#token: a customer chooses another time or a refund for a visit that nobody can do. */
export function Component() {
  const { t } = useText(visitChoiceTexts);
  const token = useLinkToken();
  return (
    <div className="k-stack k-gap-20 k-entry-page">
      <PageTitle>{t('title')}</PageTitle>
      {token === '' ? <p>{t('noToken')}</p> : <VisitChoiceForm key={token} token={token} />}
      <p>
        <TextLink roomy href="/contact-us">
          {t('contact')}
        </TextLink>
      </p>
    </div>
  );
}

function VisitChoiceForm({ token }: { readonly token: string }) {
  const { t } = useText(visitChoiceTexts);
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
  const { t } = useText(visitChoiceTexts);
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
      className="k-stack k-gap-20"
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
  const { t } = useText(visitChoiceTexts);
  return ({ code }) => t(`errors.${KNOWN.find((known) => known === code) ?? 'other'}`);
}

/** Texts of the page on which a customer decides about a visit that nobody can do. */
export const visitChoiceTexts = defineTexts('visitChoice', {
  title: 'Choose another time',
  loading: 'Looking up your visit',
  sorry: 'We are sorry: nobody can come on {{when}}.',
  ask: 'Choose what suits you. Nothing changes until you do.',
  noTimes: 'Your cleaner has no other time soon. You get all your money back, or you can write to us.',
  times: 'Another time, with the same cleaner',
  refund: 'Cancel the visit and get everything back',
  choose: 'Confirm',
  choosing: 'Saving',
  moved: 'Done. Your clean is now on {{when}}.',
  cancelled: 'Done. The visit is cancelled, and you get everything back.',
  closed: {
    covered:
      'Good news: somebody can come after all. Your clean is on {{when}}, and you do not need to choose.',
    changed: 'This visit has been changed since we asked you, so there is nothing to choose any more.',
    begun:
      'The time of this visit has come, so nothing can be chosen any more. Contact us, and we will help.',
  },
  noToken: 'Open the link in our message to choose.',
  contact: 'Contact us',
  again: 'Try again',
  errors: {
    offline: 'We could not connect. Check your connection, then try again.',
    bad_choice_link: 'This link does not work. Open it from our message again, or contact us.',
    choice_closed: 'The visit has changed since we asked you, so this can no longer be chosen. Contact us.',
    slot_taken: 'Someone has just taken that time. Choose another one.',
    other: 'That did not work, and nothing was changed. Try again in a moment.',
  },
});
