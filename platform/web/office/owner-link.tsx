import { ApiError } from '../api/api-error.ts';
import { TextLink } from '../design/parts/link.tsx';

interface Owner {
  /** The field whose value is theirs. */
  readonly path: string;
  readonly id: string;
  readonly name: string;
}

/** Whose the value of a field is already, where a refusal says so. */
function ownerIn(refusal: Error | null): Owner | null {
  const owner = refusal instanceof ApiError ? (refusal.members.owner as Owner | undefined) : undefined;
  return owner ?? null;
}

interface OwnerLinkProps {
  readonly refusal: Error | null;
  /** The field's name. */
  readonly name: string;
  /** Where such records are: `/admin/customers`. */
  readonly home: string;
}

/** Leads to the record that has the value of a field already. */
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
