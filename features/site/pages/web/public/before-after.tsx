import type { SiteWords } from '#features/site/content/contract/site.ts';
import { Picture } from '#features/site/content/web/parts/picture.tsx';
import styles from './before-after.module.css';
import { useSiteText } from './text.ts';

type Pair = SiteWords['before-and-after']['pairs'][number];

/**
 * Two pictures of the same room; the handle reveals one or the other. Without scripts they are shown one below the
 * other.
 */
export function BeforeAfter({ site }: { readonly site: SiteWords }) {
  const { title, pairs } = site['before-and-after'];
  const whole = pairs.filter(({ before, after }) => before !== '' && after !== '');
  if (whole.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <div className={styles.pairs}>
        {whole.map((pair) => (
          <Slider key={pair.after} pair={pair} />
        ))}
      </div>
    </section>
  );
}

/** A press anywhere on the picture moves the handle there; arrow keys move it too. */
function Slider({ pair }: { readonly pair: Pair }) {
  const { t } = useSiteText();
  const { before, beforeAlt, after, afterAlt, caption, focus } = pair;
  const shape = { focus, width: 480, height: 320, sizes: '(min-width: 56.25em) 60vw, 100vw' };
  return (
    <figure>
      <div className={styles.slider}>
        <Picture url={before} alt={beforeAlt || t('beforeOf', { caption })} {...shape} />
        <div className={styles.after}>
          <Picture url={after} alt={afterAlt || t('afterOf', { caption })} {...shape} />
        </div>
        <span className={styles.name}>{t('before')}</span>
        <span className={styles.name}>{t('after')}</span>
        <input
          type="range"
          defaultValue={50}
          aria-label={t('slide', { caption })}
          onInput={({ currentTarget: { parentElement, value } }) =>
            parentElement?.style.setProperty('--at', `${value}%`)
          }
        />
        <i aria-hidden="true" />
      </div>
      {caption !== '' && <figcaption>{caption}</figcaption>}
    </figure>
  );
}
