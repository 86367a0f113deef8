import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import { listUnavailableDates } from '#features/work/schedule/contract.ts';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { Bilingual } from '#platform/web/i18n/bilingual.tsx';
import { inOneLine, type Pair } from '#platform/web/i18n/pair.ts';
import { type Absence, readOwnAbsence, withdrawAbsence } from '../../contract/absences.ts';
import { absenceWord, awayUntil } from './absence-words.ts';

/** What the cleaner has told the office, with the way to take it back until the office has acted. */
export function AbsenceNotice() {
  const own = useCall(readOwnAbsence);
  if (own.data?.absence == null) return null;
  return <CurrentAbsence absence={own.data.absence} phone={own.data.officePhone} />;
}

function CurrentAbsence({ absence, phone }: { readonly absence: Absence; readonly phone: string }) {
  const toast = useToast();
  const canCome = absenceWord('canCome');
  const takingBack = absenceWord('takingBack');
  const takenBack = absenceWord('takenBack');
  const withdraw = useAct(withdrawAbsence, {
    refresh: [readOwnAbsence, listUnavailableDates],
    onSuccess: () => toast.show({ text: <Bilingual {...takenBack} /> }),
  });
  return (
    <Notice kind="sun" live>
      <div className="k-stack k-gap-12">
        <Received absence={absence} />
        {withdraw.error && <Bilingual {...problemOf(withdraw.error)} />}
        {(withdraw.error !== null || absence.isCovered) && <CallOffice phone={phone} />}
        {!absence.isCovered && (
          <Button
            full
            kind="quiet"
            zh={canCome.zh}
            busy={withdraw.isPending && inOneLine(takingBack)}
            onClick={() => withdraw.mutate({ body: {} })}
          >
            {canCome.text}
          </Button>
        )}
      </div>
    </Notice>
  );
}

/** "We have been told. Get well." */
export function Received({ absence }: { readonly absence: Absence }) {
  return (
    <p className="k-stack k-gap-4">
      <b>
        <Bilingual {...absenceWord(absence.reason === 'sick' ? 'receivedSick' : 'received')} />
      </b>
      <Bilingual {...awayUntil(absence)} />
      {absence.isCovered && <Bilingual {...absenceWord('covered')} />}
    </p>
  );
}

function problemOf({ code }: ApiError): Pair {
  if (code === 'offline') return absenceWord('unsure');
  return code === 'absence_covered' ? absenceWord('hasActed') : absenceWord('notSent');
}

/** The office's number, also readable: a tablet may not be able to call. Nothing if the office has not set it. */
export function CallOffice({ phone }: { readonly phone: string }) {
  if (phone === '') return null;
  const { text, zh } = absenceWord('call');
  return (
    <ButtonLink full icon={IconPhone} zh={zh} href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
      {`${text}, ${phone.replaceAll(' ', '\u00a0')}`}
    </ButtonLink>
  );
}
