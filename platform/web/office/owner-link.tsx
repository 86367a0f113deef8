import { ApiError } from '../api/api-error.ts';
import { TextLink } from '../design/parts/link.tsx';

interface Owner {
  /** The field whose value they have. */
  readonly path: string;
  readonly id: string;
  readonly name: string;
}

/** The record that already has the value of a field, if the refusal names it. */
function ownerIn(refusal: Error | null): Owner | null {
  const owner = refusal instanceof ApiError ? (refusal.extensions.owner as Owner | undefined) : undefined;
  return owner ?? null;
}

interface OwnerLinkProps {
  readonly refusal: Error | null;
  /** The field's name. */
  readonly name: string;
  /** The page of such records: `/admin/customers`. */
  readonly home: string;
}

/** Links to the record that already has the value of a field. */
export function OwnerLink({ refusal, name, home }: OwnerLinkProps) {
  const owner = ownerIn(refusal);
  if (owner?.path !== name) return null;
  return (
    <>
      {' '}
      <TextLink href={`${home}/${owner.id}/view`}>{`Open ${owner.name}`}</TextLink>
    </>
  );
}
