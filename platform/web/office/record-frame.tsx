import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { useParams } from 'react-router';
import type { ApiError } from '../api/api-error.ts';
import type { Callable } from '../api/callable.ts';
import { queryOf } from '../api/queries.ts';
import { t } from '../i18n/office.ts';
import { useMayCall } from '../session/use-may.ts';
import { AuditLink } from './audit-link.tsx';
import { LoadedRecord, RecordPage } from './record.tsx';
import { capital, type RecordKind, type SixCalls, type WholeOf } from './record-kind.ts';
import { TrashButton } from './trash-button.tsx';

interface RecordFrameProps<Calls extends SixCalls> {
  readonly of: RecordKind<Calls>;
  /** Below the name. */
  subtitle?(record: WholeOf<Calls>): ReactNode;
  picture?(record: WholeOf<Calls>): ReactNode;
  /** Quiet buttons before Trash. */
  acts?(record: WholeOf<Calls>): ReactNode;
  /** The label of the detail page; default `Details`. */
  readonly view?: string;
  /** Further pages: label → last segment of their address. */
  readonly pages?: Readonly<Record<string, string>>;
  readonly children: (record: WholeOf<Calls>) => ReactNode;
}

/** The frame of every page about a record: loading, name, pages, trash. */
export function RecordFrame<Calls extends SixCalls>(props: RecordFrameProps<Calls>) {
  const { of, view = t('Details'), pages, children } = props;
  const { [of.param]: id = '' } = useParams();
  // The office always gets the whole record.
  const query = useQuery<WholeOf<Calls>, ApiError>(
    queryOf<Callable>(of.calls.get, { params: { id } }) as never,
  );
  const mayChange = useMayCall(of.calls.update);
  const tabs = Object.entries({ [view]: 'view', ...(mayChange && { Change: 'update' }), ...pages });
  return (
    <LoadedRecord query={query} what={t('this {{one}}', { one: of.one })} title={capital(of.one)} list={of}>
      {(record) => {
        const name = of.nameOf(record as never);
        const subtitle = props.subtitle?.(record);
        return (
          <RecordPage
            list={of}
            title={name}
            subtitle={
              <>
                {record.trash === 1 && <span>{t('In the trash. ')}</span>}
                {subtitle}
              </>
            }
            picture={props.picture?.(record)}
            tabs={tabs.map(([label, page]) => ({ label: t(label), to: `${of.home}/${id}/${page}` }))}
            acts={
              <>
                {props.acts?.(record)}
                {of.audited !== undefined && <AuditLink kind={of.audited} id={id} />}
                <TrashButton item={record} of={{ ...of, nameOf: () => name }} />
              </>
            }
          >
            {/* A key per record, so that another record gets a new form. */}
            <Fragment key={id}>{children(record)}</Fragment>
          </RecordPage>
        );
      }}
    </LoadedRecord>
  );
}
