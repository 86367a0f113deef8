import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { ApiError } from '../api/api-error.ts';
import type { Callable } from '../api/callable.ts';
import { queryOf } from '../api/queries.ts';
import { LoadedRecord, RecordPage } from './record.tsx';
import { capital, type RecordKind, type WholeOf } from './record-kind.ts';
import { TrashButton } from './trash-button.tsx';

interface RecordFrameProps<List extends Callable, Get extends Callable> {
  readonly of: RecordKind<List, Get>;
  /** The parameter of the address that names the record: `cleanerID`. */
  readonly param: string;
  /** Under the name. */
  subtitle?(record: WholeOf<Get>): ReactNode;
  picture?(record: WholeOf<Get>): ReactNode;
  /** Pages besides the record's own two: what they are called, and the last part of their address. */
  readonly pages?: Readonly<Record<string, string>>;
  readonly children: (record: WholeOf<Get>) => ReactNode;
}

/** The frame of every page about the record in the address: loading, name, pages, trash. */
export function RecordFrame<List extends Callable, Get extends Callable>(props: RecordFrameProps<List, Get>) {
  type Whole = WholeOf<Get> & { readonly id: string; readonly trash: 0 | 1 };
  const { of, param, pages, children } = props;
  const { [param]: id = '' } = useParams();
  // The office is always given the whole record.
  const query = useQuery<Whole, ApiError>(queryOf<Callable>(of.get, { params: { id } }) as never);
  const tabs = Object.entries({ Profile: 'view', Change: 'update', ...pages });
  return (
    <LoadedRecord query={query} what={`this ${of.one}`} title={capital(of.one)} list={of}>
      {(record) => {
        const name = of.nameOf(record as never);
        const subtitle = props.subtitle?.(record);
        return (
          <RecordPage
            list={of}
            title={name}
            subtitle={
              <>
                {record.trash === 1 && 'In the trash. '}
                {subtitle}
              </>
            }
            picture={props.picture?.(record)}
            tabs={tabs.map(([label, page]) => ({ label, to: `${of.home}/${id}/${page}` }))}
            acts={<TrashButton item={record} of={{ ...of, nameOf: () => name }} />}
          >
            {children(record)}
          </RecordPage>
        );
      }}
    </LoadedRecord>
  );
}
