import { drawingUrl } from '../../rules/drawings.ts';
import styles from './pictures.module.css';

/** A small drawing beside words that say the same; nothing for a name that nobody drew. */
export function Drawing({ name, size = 56 }: { readonly name: string; readonly size?: number }) {
  const url = drawingUrl(name);
  if (url === null) return null;
  return <img className={styles.drawing} src={url} alt="" width={size} height={size} loading="lazy" />;
}
