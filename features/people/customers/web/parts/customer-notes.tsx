import { z } from 'zod';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextArea } from '#platform/web/design/parts/field.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { May } from '#platform/web/session/may.tsx';
import { addNote, listNotes, type NoteReply, withdrawNote } from '../../contract/notes.ts';
import { manageNotes } from '../../rules/policy.ts';
import styles from './customer-notes.module.css';

interface OfCustomer {
  readonly customerID: string;
}

/** More notes than a customer has. */
const MAX_NOTES = 200;

/** The office's notes on a customer, newest first, with a field to add one. */
export function CustomerNotes({ customerID }: OfCustomer) {
  const notes = useCall(listNotes, { params: { id: customerID }, query: { size: MAX_NOTES, count: '0' } });
  return (
    <Panel title={t('Notes')} note={t('Only the office sees them.')}>
      <May act={manageNotes}>
        <NewNote customerID={customerID} />
      </May>
      <Loaded query={notes} what={t('the notes')}>
        {({ items }) => (
          <ul className="k-ruled k-line-above k-mt-8" aria-label={t('Notes')}>
            {items.map((note) => (
              <NoteRow key={note.id} note={note} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}

const noteForm = z.object({
  text: z
    .string()
    .trim()
    .min(1, { error: t('Write the note first.') }),
});

function NewNote({ customerID }: OfCustomer) {
  const add = useAct(addNote, { refresh: [listNotes] });
  const form = useForm({
    initial: { text: '' },
    schema: noteForm,
    send: (body) => add.mutateAsync({ params: { id: customerID }, body }),
    storedAs: { text: '' },
  });
  return (
    <form className="k-stack k-gap-8" noValidate onSubmit={form.submit}>
      <TextArea label={t('New note')} rows={2} maxLength={2000} {...form.text('text')} />
      <SubmitProblem problem={form.problem} />
      <div>
        <Button kind="quiet" size="small" type="submit" busy={form.sending && t('Adding')}>
          {t('Add note')}
        </Button>
      </div>
    </form>
  );
}

function NoteRow({ note }: { readonly note: NoteReply }) {
  const { date, time } = useFormat();
  const withdraw = useAct(withdrawNote, { refresh: [listNotes] });
  const when = `${date(note.createdAt, 'dated')}, ${time(note.createdAt)}`;
  return (
    <li>
      <p className={styles.text}>{note.text}</p>
      <p className={styles.foot}>
        <span>{[note.admin.fullname, when].filter(Boolean).join(', ')}</span>
        <May act={manageNotes}>
          <TextButton
            onClick={() => {
              if (!withdraw.isPending)
                withdraw.mutate({ params: { id: note.customerID, noteID: note.id }, body: {} });
            }}
          >
            {t('Withdraw')}
            <span className="k-hidden">{t(' the note of {{when}}', { when })}</span>
          </TextButton>
        </May>
      </p>
      <SubmitProblem problem={withdraw.error} />
    </li>
  );
}
