import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#platform/web/api/queries.ts';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useMayCall } from '#platform/web/session/use-may.ts';
import { listNotes } from '../../contract/notes.ts';
import styles from './customer-notes.module.css';

/** More are read under Notes on the customer's page. */
const SHOWN = 3;

/** The newest of the office's notes on a customer, for the top of a page; nothing if there are none. */
export function LatestNotes({ customerID }: { readonly customerID: string }) {
  const { date } = useFormat();
  const notes = useQuery({
    ...queryOf(listNotes, { params: { id: customerID }, query: { size: SHOWN, count: '0' } }),
    enabled: useMayCall(listNotes),
  });
  const items = notes.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Notice kind="sun">
      {items.map((note) => (
        <span key={note.id} className={styles.latest}>
          <b className={styles.text}>{note.text}</b> {note.admin.fullname}, {date(note.createdAt, 'dated')}
        </span>
      ))}
    </Notice>
  );
}
