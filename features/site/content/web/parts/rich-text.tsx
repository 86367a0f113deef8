import styles from './rich-text.module.css';

/**
 * What the office has written with the editor. The one place that sets HTML: `html` is a field of a site content reply,
 * which the server has sanitised (server/sanitise.ts). Never give it anything else.
 */
export function RichText({ html }: { readonly html: string }) {
  if (html === '') return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server, when it is saved and when it is read
  return <div className={styles.rich} dangerouslySetInnerHTML={{ __html: html }} />;
}
