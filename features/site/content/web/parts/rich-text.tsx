import styles from './rich-text.module.css';

/**
 * Renders rich text. The only place that sets HTML: `html` must be a field of a site content reply, which the server
 * has sanitised (server/sanitise.ts). Never pass anything else.
 */
export function RichText({ html }: { readonly html: string }) {
  if (html === '') return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server, when it is saved and when it is read
  return <div className={styles.rich} dangerouslySetInnerHTML={{ __html: html }} />;
}
