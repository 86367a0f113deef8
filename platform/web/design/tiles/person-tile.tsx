import { useState } from 'react';
import { readPictureUrl } from '../../../kernel/pictures.ts';
import { personTile } from './drawings.ts';
import { PersonPhoto } from './person-photo.tsx';
import styles from './tile.module.css';
import { PatternTile, spoken, vars } from './tile.tsx';

export interface PersonTileProps {
  /** The person's id determines the tile. */
  id: string;
  /** One or two letters, or 林. */
  initials: string;
  size?: number | undefined;
  /** Only if the name is not next to it. */
  label?: string | undefined;
  /** Without letters: in the small corner of a slot. */
  plain?: boolean | undefined;
  /** URL of their photo, shown instead; if empty or it fails to load, the tile is shown. */
  photo?: string | undefined;
}

/** A person's photo, otherwise their tile with their initials, the same everywhere. */
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
