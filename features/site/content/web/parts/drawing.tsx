import { drawingUrl } from '../../rules/drawings.ts';
import styles from './pictures.module.css';

/** A small decorative illustration next to a text; renders nothing for an unknown name. */
export function Drawing({ name, size = 56 }: { readonly name: string; readonly size?: number }) {
  const url = drawingUrl(name);
  if (url === null) return null;
  return <img className={styles.drawing} src={url} alt="" width={size} height={size} loading="lazy" />;
}
