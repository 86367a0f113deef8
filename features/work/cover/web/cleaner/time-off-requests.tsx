import IconBeach from '@tabler/icons-react/dist/esm/icons/IconBeach.mjs';
import { useState } from 'react';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { addDays, today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Notice, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { date } from '#platform/web/format.ts';
import { Bilingual } from '#platform/web/i18n/bilingual.tsx';
import { inOneLine, type Pair, pair, pairsOf } from '#platform/web/i18n/pair.ts';
import { defineTexts, phraseIn } from '#platform/web/i18n/texts.ts';
import { refusalSentence } from '#platform/web/refusals.ts';
import { useOnline } from '#platform/web/use-online.ts';
import { readOwnAbsence } from '../../contract/absences.ts';
import {
  listOwnTimeOffRequests,
  requestTimeOff,
  type TimeOffRequest,
  withdrawTimeOffRequest,
} from '../../contract/time-off-requests.ts';
import { MAX_REQUESTED_DAYS } from '../../rules/time-off-request.ts';
import styles from './absence.module.css';
import { CallOffice } from './absence-notice.tsx';
import { absenceWord } from './absence-words.ts';

const texts = defineTexts('cleanerTimeOff', {
  title: 'Time off',
  ask: 'Ask for time off',
  firstDay: 'First day',
  note: 'Reason, if you like',
  explained: 'The office answers by SMS. Until then your jobs stay as they are.',
  send: 'Send to the office',
  asked: 'Sent. The office answers by SMS.',
  takeBack: 'Take back',
  noSignal: 'No signal. The office has not been asked.',
  alreadyAsked: 'You have already asked for some of these days. Take that back first.',
  decided: 'The office has already decided.',
  notSent: 'That did not work. Nothing was sent. Try again.',
  state: {
    open: 'Waiting for the office',
    accepted: 'Accepted',
    declined: 'Not possible. Please talk to the office.',
  },
  span: '{{first}} to {{last}}',
});

const offWord = pairsOf(texts);

/** The cleaner's requests for time off, and the button for another one. */
export function TimeOffRequests() {
  const own = useCall(listOwnTimeOffRequests);
  const [isOpen, setOpen] = useState(false);
  const items = own.data?.items ?? [];
  return (
    <section className="k-stack k-gap-16">
      <SectionTitle ruled>
        <Bilingual {...offWord('title')} />
      </SectionTitle>
      {items.length > 0 && (
        <ul className="k-stack k-gap-16">
          {items.map((request) => (
            <OneRequest key={request.id} request={request} />
          ))}
        </ul>
      )}
      <Button full kind="quiet" icon={IconBeach} zh={offWord('ask').zh} onClick={() => setOpen(true)}>
        {offWord('ask').text}
      </Button>
      {isOpen && <AskSheet onClose={() => setOpen(false)} />}
    </section>
  );
}

function OneRequest({ request }: { readonly request: TimeOffRequest }) {
  const withdraw = useAct(withdrawTimeOffRequest, { refresh: [listOwnTimeOffRequests] });
  return (
    <li>
      <b>
        <Bilingual {...daysOff(request)} />
      </b>
      <p className="k-muted">
        <Bilingual {...offWord(`state.${request.state}`)} />
      </p>
      {request.state === 'open' && (
        <TextButton
          onClick={() => {
            if (!withdraw.isPending) withdraw.mutate({ params: { id: request.id }, body: {} });
          }}
        >
          <Bilingual {...offWord('takeBack')} />
        </TextButton>
      )}
      <div role="alert">{withdraw.error && <Bilingual {...problemOf(withdraw.error)} />}</div>
    </li>
  );
}

function AskSheet({ onClose }: { readonly onClose: () => void }) {
  const isOnline = useOnline();
  const phone = useCall(readOwnAbsence).data?.officePhone ?? '';
  const ask = useAct(requestTimeOff, { refresh: [listOwnTimeOffRequests] });
  const close = absenceWord('close');
  return (
    <Sheet open onClose={onClose} title={<Bilingual {...offWord('ask')} />} closeLabel={inOneLine(close)}>
      <div className={`k-stack k-gap-16 ${styles.sheet}`}>
        {ask.isSuccess ? (
          <>
            <Notice kind="good" live>
              <Bilingual {...offWord('asked')} />
            </Notice>
            <Button full zh={close.zh} onClick={onClose}>
              {close.text}
            </Button>
          </>
        ) : (
          <AskForm ask={ask} />
        )}
        {!isOnline && !ask.isSuccess && (
          <>
            <RequestProblem text={offWord('noSignal')} />
            <CallOffice phone={phone} />
          </>
        )}
      </div>
    </Sheet>
  );
}

function AskForm({ ask }: { readonly ask: ReturnType<typeof useAct<typeof requestTimeOff>> }) {
  const [firstDay, setFirstDay] = useState('');
  const [lastDay, setLastDay] = useState('');
  const [note, setNote] = useState('');
  const tomorrow = addDays(today(), 1);
  // One day off unless a later last day is chosen.
  const isLater = lastDay > firstDay;
  const last = isLater ? lastDay : firstDay;
  return (
    <form
      className="k-stack k-gap-16"
      onSubmit={(event) => {
        event.preventDefault();
        if (!ask.isPending) ask.mutate({ body: { firstDay, lastDay: last, note } });
      }}
    >
      <TextField
        type="date"
        name="firstDay"
        label={<Bilingual {...offWord('firstDay')} />}
        required
        min={tomorrow}
        value={firstDay}
        onChange={({ target }) => setFirstDay(target.value)}
      />
      <TextField
        type="date"
        name="lastDay"
        label={<Bilingual {...absenceWord('lastDay')} />}
        required
        min={firstDay === '' ? tomorrow : firstDay}
        {...(firstDay !== '' && { max: addDays(firstDay, MAX_REQUESTED_DAYS - 1) })}
        value={last}
        onChange={({ target }) => setLastDay(target.value)}
      />
      <TextField
        name="note"
        label={<Bilingual {...offWord('note')} />}
        maxLength={200}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <p className="k-muted">
        <Bilingual {...offWord('explained')} />
      </p>
      {ask.error && <RequestProblem text={problemOf(ask.error)} />}
      <Button
        full
        type="submit"
        zh={offWord('send').zh}
        busy={ask.isPending && inOneLine(absenceWord('sending'))}
      >
        {offWord('send').text}
      </Button>
    </form>
  );
}

function RequestProblem({ text }: { readonly text: Pair }) {
  return (
    <Notice kind="bad" live>
      <Bilingual {...text} />
    </Notice>
  );
}

function problemOf(error: Error): Pair {
  if (!(error instanceof ApiError)) return offWord('notSent');
  if (error.code === 'offline') return offWord('noSignal');
  if (error.code === 'already_requested') return offWord('alreadyAsked');
  if (error.code === 'request_decided') return offWord('decided');
  if (error.status >= 500) return offWord('notSent');
  const said = error.errors[0]?.message ?? error.detail;
  return pair((language) => {
    const translated = phraseIn(language, said);
    return translated === said ? refusalSentence(error, language) : translated;
  });
}

/** `Sat 5 Dec to Mon 7 Dec` */
function daysOff({ firstDay, lastDay }: Pick<TimeOffRequest, 'firstDay' | 'lastDay'>): Pair {
  if (firstDay === lastDay) return pair((language) => date(firstDay, language));
  return offWord('span', (language) => ({ first: date(firstDay, language), last: date(lastDay, language) }));
}
