import IconMoodSick from '@tabler/icons-react/dist/esm/icons/IconMoodSick.mjs';
import { useState } from 'react';
import { listUnavailableDates } from '#features/work/schedule/contract.ts';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { addDays, today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows, RadioTiles } from '#platform/web/design/parts/choice.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { Bilingual } from '#platform/web/i18n/bilingual.tsx';
import { inOneLine, type Pair } from '#platform/web/i18n/pair.ts';
import { useOnline } from '#platform/web/use-online.ts';
import { readOwnAbsence, reportAbsence } from '../../contract/absences.ts';
import { ABSENCE_REASONS, type AbsenceReason, MAX_ABSENT_DAYS } from '../../rules/absence.ts';
import styles from './absence.module.css';
import { CallOffice, Received } from './absence-notice.tsx';
import { absenceWord, notBooked, untilTomorrow } from './absence-words.ts';

/** The cleaner tells the office that they cannot come. Hidden while a report can be taken back instead. */
export function CannotCome() {
  const own = useCall(readOwnAbsence);
  const [isOpen, setOpen] = useState(false);
  const absence = own.data?.absence ?? null;
  if (absence !== null && !absence.isCovered && !isOpen) return null;
  const close = () => {
    setOpen(false);
    // The button that opened it may be gone: a report can be taken back instead.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus();
    });
  };
  return (
    <>
      <Button
        full
        kind="quiet"
        icon={IconMoodSick}
        zh={absenceWord('cannotCome').zh}
        onClick={() => setOpen(true)}
      >
        {absenceWord('cannotCome').text}
      </Button>
      {isOpen && <CannotComeSheet phone={own.data?.officePhone ?? ''} onClose={close} />}
    </>
  );
}

interface SheetProps {
  readonly phone: string;
  onClose(): void;
}

function CannotComeSheet({ phone, onClose }: SheetProps) {
  const close = absenceWord('close');
  const cannotCome = absenceWord('cannotCome');
  const noSignal = absenceWord('noSignal');
  const isOnline = useOnline();
  const report = useAct(reportAbsence, { refresh: [readOwnAbsence, listUnavailableDates] });
  const told = report.data?.absence ?? null;
  // A report on its way may still arrive.
  const canReport = isOnline || report.isPending || report.isError;
  return (
    <Sheet open onClose={onClose} title={<Bilingual {...cannotCome} />} closeLabel={inOneLine(close)}>
      <div className={`k-stack k-gap-16 ${styles.sheet}`}>
        {told !== null && (
          <>
            <Notice kind="good" live>
              <Received absence={told} />
            </Notice>
            <Button full zh={close.zh} onClick={onClose}>
              {close.text}
            </Button>
          </>
        )}
        {told === null && !canReport && (
          <>
            <AbsenceProblem text={noSignal} />
            <CallOffice phone={phone} />
          </>
        )}
        {told === null && canReport && <Form report={report} phone={phone} />}
      </div>
    </Sheet>
  );
}

function AbsenceProblem({ text }: { readonly text: Pair }) {
  return (
    <Notice kind="bad" live>
      <Bilingual {...text} />
    </Notice>
  );
}

interface FormProps {
  readonly report: ReturnType<typeof useAct<typeof reportAbsence>>;
  readonly phone: string;
}

type Until = 'today' | 'tomorrow' | 'longer';

/** First until when and why, then what happens: one press more, so that nobody reports it by accident. */
function Form({ report, phone }: FormProps) {
  const [until, setUntil] = useState<Until>('today');
  const [lastDay, setLastDay] = useState('');
  const [reason, setReason] = useState<AbsenceReason>('sick');
  const [isConfirming, setConfirming] = useState(false);
  const first = today();
  const tomorrow = addDays(first, 1);
  const last = { today: first, tomorrow, longer: lastDay }[until];
  if (isConfirming) {
    return (
      <ConfirmAbsence
        lastDay={last}
        report={report}
        phone={phone}
        onBack={() => {
          report.reset();
          setConfirming(false);
        }}
        onSend={() => report.mutate({ body: { until: last, reason } })}
      />
    );
  }
  const onlyToday = absenceWord('onlyToday');
  const longer = absenceWord('longer');
  const why = absenceWord('why');
  return (
    <form
      className="k-stack k-gap-16"
      onSubmit={(event) => {
        event.preventDefault();
        setConfirming(true);
      }}
    >
      <RadioRows
        name="until"
        label={<Bilingual {...absenceWord('until')} />}
        value={until}
        onChange={setUntil}
        options={[
          { value: 'today', label: <Bilingual {...onlyToday} /> },
          { value: 'tomorrow', label: <Bilingual {...untilTomorrow(tomorrow)} /> },
          { value: 'longer', label: <Bilingual {...longer} /> },
        ]}
      />
      {until === 'longer' && (
        <TextField
          type="date"
          name="lastDay"
          label={<Bilingual {...absenceWord('lastDay')} />}
          required
          min={tomorrow}
          max={addDays(first, MAX_ABSENT_DAYS - 1)}
          value={lastDay}
          onChange={({ target }) => setLastDay(target.value)}
        />
      )}
      <RadioTiles
        name="reason"
        label={<Bilingual {...why} />}
        value={reason}
        onChange={setReason}
        options={ABSENCE_REASONS.map((value) => ({
          value,
          label: <Bilingual {...absenceWord(`reason.${value}`)} />,
        }))}
      />
      <Button full type="submit" zh={absenceWord('next').zh}>
        {absenceWord('next').text}
      </Button>
    </form>
  );
}

interface ConfirmProps extends FormProps {
  readonly lastDay: string;
  onBack(): void;
  onSend(): void;
}

function ConfirmAbsence({ lastDay, report, phone, onBack, onSend }: ConfirmProps) {
  const whatHappens = absenceWord('whatHappens');
  const told = absenceWord('told');
  const othersCome = absenceWord('othersCome');
  const atWork = absenceWord('atWork');
  const takeBack = absenceWord('takeBack');
  const send = absenceWord('send');
  const sending = absenceWord('sending');
  const back = absenceWord('back');
  return (
    <>
      <h3>
        <Bilingual {...whatHappens} />
      </h3>
      <ul className={`k-stack k-gap-10 ${styles.steps}`}>
        {[told, notBooked(lastDay), othersCome, atWork, takeBack].map((step) => (
          <li key={step.text}>
            <Bilingual {...step} />
          </li>
        ))}
      </ul>
      {report.error && (
        <>
          <AbsenceProblem text={problemOf(report.error)} />
          <CallOffice phone={phone} />
        </>
      )}
      <Button
        full
        zh={send.zh}
        kind={report.error ? 'quiet' : 'primary'}
        busy={report.isPending && inOneLine(sending)}
        onClick={onSend}
      >
        {send.text}
      </Button>
      <Button full kind="quiet" zh={back.zh} onClick={onBack}>
        {back.text}
      </Button>
    </>
  );
}

function problemOf({ code }: ApiError): Pair {
  if (code === 'offline') return absenceWord('unsure');
  return code === 'already_absent' ? absenceWord('otherDay') : absenceWord('notSent');
}
