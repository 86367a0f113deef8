import { useState } from 'react';
import { readPictureUrl } from '../../../kernel/pictures.ts';
import { personTile } from './drawings.ts';
import { PersonPhoto } from './person-photo.tsx';
import styles from './tile.module.css';
import { PatternTile, spoken, vars } from './tile.tsx';

export interface PersonTileProps {
  /** The person's id: it decides the tile. */
  id: string;
  /** One or two letters, or 林. */
  initials: string;
  size?: number | undefined;
  /** Only where the name does not stand beside it. */
  label?: string | undefined;
  /** Rings the tile without letters: small corners of a slot. */
  plain?: boolean | undefined;
  /** The address of their photo, shown instead; '' and one that does not load leave the tile. */
  photo?: string | undefined;
}

/** A person's photo, else their own tile with their initials, the same everywhere. */
export function PersonTile({ id, initials, size = 44, label, plain = false, photo = '' }: PersonTileProps) {
  const [failed, setFailed] = useState('');
  const file = photo === failed ? null : readPictureUrl(photo);
  if (file !== null)
    return (
      <span
        className={styles.person}
        data-small={size < 36 || undefined}
        style={vars({ '--size': `${size}px` })}
      >
        <PersonPhoto file={file} size={size} label={label} onFailed={() => setFailed(photo)} />
      </span>
    );
  const { pattern, service, turn } = personTile(id);
  return (
    <span
      className={styles.person}
      data-small={size < 36 || undefined}
      style={vars({ '--size': `${size}px` })}
      {...spoken(label)}
    >
      <PatternTile pattern={pattern} service={service} turn={turn} />
      {!plain && <b>{initials}</b>}
    </span>
  );
}
