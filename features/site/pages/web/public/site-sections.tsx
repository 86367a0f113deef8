import type { SiteWords } from '#features/site/content/contract/site.ts';
import { Drawing } from '#features/site/content/web/parts/drawing.tsx';
import { Picture } from '#features/site/content/web/parts/picture.tsx';
import { RichText } from '#features/site/content/web/parts/rich-text.tsx';
import { PersonTile } from '#platform/web/design/tiles/person-tile.tsx';
import { initialsOf } from '#platform/web/initials.ts';
import styles from './content.module.css';
import { RatingLine } from './rating-line.tsx';

/** Sections of the front page from the site content. Empty ones are hidden. */
interface PartProps {
  readonly site: SiteWords;
}

/** The office's pictures, each as wide as the window; several form a horizontally scrollable strip. */
export function HeroImages({ site }: PartProps) {
  const images = site['hero-images'].images.filter(({ url }) => url !== '');
  if (images.length === 0) return null;
  return (
    <ul
      className={`k-row k-stretch k-gap-12 ${styles.views}`}
      data-one={images.length === 1 || undefined}
      tabIndex={images.length === 1 ? undefined : 0}
    >
      {images.map(({ url, alt, heading, text, focus }) => (
        <li key={url}>
          <Picture
            url={url}
            alt={alt}
            focus={focus}
            width={960}
            height={480}
            sizes="(min-width: 56.25em) 62vw, 88vw"
          />
          {(heading !== '' || text !== '') && (
            <div>
              {heading !== '' && <h2>{heading}</h2>}
              {text !== '' && <p>{text}</p>}
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

export function HowDifferent({ site }: PartProps) {
  const { title, items } = site['how-different'];
  if (items.length === 0) return null;
  return (
    <section className={styles.split}>
      <h2>{title}</h2>
      <ul className={styles.ruled}>
        {items.map((item) => (
          <li key={item.title}>
            <Drawing name={item.icon} size={72} />
            <div>
              <h3>{item.title}</h3>
              <p className="k-muted">{item.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Steps arranged like stairs. */
export function EasySteps({ site }: PartProps) {
  const { title, steps } = site['easy-steps'];
  if (steps.length === 0) return null;
  return (
    <section className={styles.split}>
      <h2>{title}</h2>
      <ol className={`k-stack k-gap-4 ${styles.stairs}`}>
        {steps.map((step) => (
          <li key={step.title}>
            <div>
              <h3>{step.title}</h3>
              <p className="k-muted">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** More than anyone reads. */
const MAX_QUOTES = 6;

export function Testimonials({ site }: PartProps) {
  const quotes = site.testimonials.filter(({ content }) => content !== '').slice(0, MAX_QUOTES);
  if (quotes.length === 0) return null;
  return (
    <section className={styles.split}>
      <div>
        <h2>{site.headings.testimonials}</h2>
        <p className={styles.rated}>
          <RatingLine />
        </p>
      </div>
      <ul className={styles.quotes}>
        {quotes.map(({ id, clientname, content, profilePhoto }) => (
          <li key={id}>
            <blockquote>
              <RichText html={content} />
            </blockquote>
            <p>
              <PersonTile
                id={id}
                initials={initialsOf(clientname.split(',')[0])}
                photo={profilePhoto}
                size={48}
              />
              <b>{clientname}</b>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Equipment({ site }: PartProps) {
  const { title, reason, items } = site['cleaning-equipment'];
  if (items.length === 0) return null;
  return (
    <section className={styles.split}>
      <div>
        <h2>{title}</h2>
        <p>{reason}</p>
      </div>
      <ul className={styles.things}>
        {items.map((item) => (
          <li key={item.title}>
            <Drawing name={item.icon} size={72} />
            <span>{item.title}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Disclaimer({ site }: PartProps) {
  const { title, html } = site.disclaimer;
  if (html === '') return null;
  return (
    <section className={styles.small}>
      {title !== '' && <h2>{title}</h2>}
      <RichText html={html} />
    </section>
  );
}
