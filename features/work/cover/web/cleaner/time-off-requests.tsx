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
import { refusalSentence } from '#platform/web/refusals.ts';
import { useOnline } from '#platform/web/use-online.ts';
import { readOwnAbsence } from '../../contract/absences.ts';
import {
  listOwnTimeOffRequests,
  requestTimeOff,
  type TimeOffRequest,
  withdrawTimeOffRequest,
} from '../../contract/time-off-requests.ts';
import { MAX_REQUESTED_DAYS, NOT_REQUESTED } from '../../rules/time-off-request.ts';
import styles from './absence.module.css';
import { CallOffice } from './absence-notice.tsx';
import { absenceWords, type Pair } from './absence-words.ts';

const pair = (text: string, zh: string): Pair => ({ text, zh });

const timeOffWords = {
  title: pair('Time off', '休假'),
  ask: pair('Ask for time off', '申请休假'),
  firstDay: pair('First day', '第一天'),
  note: pair('Reason, if you like', '原因（可不填）'),
  explained: pair(
    'The office answers by SMS. Until then your jobs stay as they are.',
    '办公室会用短信答复。在此之前，您的工作不变。',
  ),
  send: pair('Send to the office', '发送给办公室'),
  asked: pair('Sent. The office answers by SMS.', '已发送。办公室会用短信答复。'),
  takeBack: pair('Take back', '撤回'),
  noSignal: pair('No signal. The office has not been asked.', '没有网络，还没有发送给办公室。'),
  alreadyAsked: pair(
    'You have already asked for some of these days. Take that back first.',
    '其中有些日期您已经申请过，请先撤回。',
  ),
  decided: pair('The office has already decided.', '办公室已经决定了。'),
  notSent: pair('That did not work. Nothing was sent. Try again.', '没有成功，什么都没有发送。请再试一次。'),
} as const;

const STATE_WORDS: Readonly<Record<TimeOffRequest['state'], Pair>> = {
  open: pair('Waiting for the office', '等待办公室答复'),
  accepted: pair('Accepted', '已批准'),
  declined: pair('Not possible. Please talk to the office.', '未获批准，请联系办公室。'),
};

/** The cleaner's requests for time off, and the button for another one. */
export function TimeOffRequests() {
  const own = useCall(listOwnTimeOffRequests);
  const [isOpen, setOpen] = useState(false);
  const items = own.data?.items ?? [];
  return (
    <section className="k-stack k-gap-16">
      <SectionTitle ruled>
        <Bilingual {...timeOffWords.title} />
      </SectionTitle>
      {items.length > 0 && (
        <ul className="k-stack k-gap-16">
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
      <div className={`k-stack k-gap-16 ${styles.sheet}`}>
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
            <RequestProblem text={timeOffWords.noSignal} />
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
      {ask.error && <RequestProblem text={problemOf(ask.error)} />}
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

function RequestProblem({ text }: { readonly text: Pair }) {
  return (
    <Notice kind="bad" live>
      <Bilingual {...text} />
    </Notice>
  );
}

function problemOf(error: Error): Pair {
  if (!(error instanceof ApiError)) return timeOffWords.notSent;
  if (error.code === 'offline') return timeOffWords.noSignal;
  if (error.code === 'already_requested') return timeOffWords.alreadyAsked;
  if (error.code === 'request_decided') return timeOffWords.decided;
  const said = error.errors[0]?.message ?? error.detail;
  const known = Object.values(NOT_REQUESTED).find(({ text }) => text === said);
  if (known !== undefined) return known;
  return error.status < 500 ? pair(said, refusalSentence(error, 'zh')) : timeOffWords.notSent;
}

/** `Sat 5 Dec to Mon 7 Dec` */
function daysOff({ firstDay, lastDay }: Pick<TimeOffRequest, 'firstDay' | 'lastDay'>): Pair {
  if (firstDay === lastDay) return pair(date(firstDay, 'en'), date(firstDay, 'zh'));
  return pair(
    `${date(firstDay, 'en')} to ${date(lastDay, 'en')}`,
    `${date(firstDay, 'zh')}至${date(lastDay, 'zh')}`,
  );
}
