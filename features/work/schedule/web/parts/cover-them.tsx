import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';

interface CoverThemProps {
  readonly visits: number;
  /** `coverAddress` */
  readonly to: string;
}

/** "3 visits lie in this time. Cover them" */
export function CoverThem({ visits, to }: CoverThemProps) {
  if (visits === 0) return null;
  return (
    <Notice
      kind="sun"
      live
      action={<TextLink href={to}>{visits === 1 ? 'Cover it' : 'Cover them'}</TextLink>}
    >
      {visits === 1 ? '1 visit lies in this time.' : `${visits} visits lie in this time.`}
    </Notice>
  );
}
