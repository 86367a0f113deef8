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
import { Bilingual } from '#platform/web/i18n/bilingual.tsx';
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
import { absenceWords, type Pair } from './absence-words.ts';
import { CallOffice } from './call-office.tsx';
import { daysOff, STATE_WORDS, timeOffWords } from './time-off-words.ts';

/** The cleaner's requests for time off, and the button for another one. */
export function TimeOffRequests() {
  const own = useCall(listOwnTimeOffRequests);
  const [isOpen, setOpen] = useState(false);
  const items = own.data?.items ?? [];
  return (
    <section className={styles.choices}>
      <SectionTitle ruled>
        <Bilingual {...timeOffWords.title} />
      </SectionTitle>
      {items.length > 0 && (
        <ul className={styles.requests}>
          {items.map((request) => (
            <OneRequest key={request.id} request={request} />
          ))}
        </ul>
      )}
      <Button full kind="quiet" icon={IconBeach} zh={timeOffWords.ask.zh} onClick={() => setOpen(true)}>
        {timeOffWords.ask.text}
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
        <Bilingual {...STATE_WORDS[request.state]} />
      </p>
      {request.state === 'open' && (
        <TextButton
          onClick={() => {
            if (!withdraw.isPending) withdraw.mutate({ params: { id: request.id }, body: {} });
          }}
        >
          <Bilingual {...timeOffWords.takeBack} />
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
  const { close } = absenceWords;
  return (
    <Sheet
      open
      onClose={onClose}
      title={<Bilingual {...timeOffWords.ask} />}
      closeLabel={`${close.text} ${close.zh}`}
    >
      <div className={styles.sheet}>
        {ask.isSuccess ? (
          <>
            <Notice kind="good" live>
              <Bilingual {...timeOffWords.asked} />
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
            <Problem text={timeOffWords.noSignal} />
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
      className={styles.choices}
      onSubmit={(event) => {
        event.preventDefault();
        if (!ask.isPending) ask.mutate({ body: { firstDay, lastDay: last, note } });
      }}
    >
      <TextField
        type="date"
        name="firstDay"
        label={<Bilingual {...timeOffWords.firstDay} />}
        required
        min={tomorrow}
        value={firstDay}
        onChange={({ target }) => setFirstDay(target.value)}
      />
      <TextField
        type="date"
        name="lastDay"
        label={<Bilingual {...absenceWords.lastDay} />}
        required
        min={firstDay === '' ? tomorrow : firstDay}
        {...(firstDay !== '' && { max: addDays(firstDay, MAX_REQUESTED_DAYS - 1) })}
        value={last}
        onChange={({ target }) => setLastDay(target.value)}
      />
      <TextField
        name="note"
        label={<Bilingual {...timeOffWords.note} />}
        maxLength={200}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <p className="k-muted">
        <Bilingual {...timeOffWords.explained} />
      </p>
      {ask.error && <Problem text={problemOf(ask.error)} />}
      <Button
        full
        type="submit"
        zh={timeOffWords.send.zh}
        busy={ask.isPending && `${absenceWords.sending.text} ${absenceWords.sending.zh}`}
      >
        {timeOffWords.send.text}
      </Button>
    </form>
  );
}

function Problem({ text }: { readonly text: Pair }) {
  return (
    <Notice kind="bad" live>
      <Bilingual {...text} />
    </Notice>
  );
}

function problemOf(error: Error): Pair {
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'offline') return timeOffWords.noSignal;
  if (code === 'already_requested') return timeOffWords.alreadyAsked;
  if (code === 'request_decided') return timeOffWords.decided;
  return code === 'invalid' ? timeOffWords.wrongDays : timeOffWords.notSent;
}
