import { useCall } from '#platform/web/api/queries.ts';
import { readPlaces } from '../../../contract/site.ts';
import type { PlaceValues } from '../../../rules/places.ts';
import styles from './form.module.css';

/** The current values of the placeholders in a language; undefined until loaded. */
export function usePlaceValues(lang: 'en' | 'zh'): PlaceValues | undefined {
  const { data } = useCall(readPlaces, { query: { lang } });
  return data && (Object.fromEntries(data.items.map(({ name, value }) => [name, value])) as PlaceValues);
}

/** The available placeholders with description and current value. */
export function Places() {
  const { data } = useCall(readPlaces, { query: { lang: 'en' } });
  if (data === undefined) return null;
  return (
    <details className={styles.places}>
      <summary>Placeholders you can use</summary>
      <p className={styles.note}>
        Type a placeholder with its braces, in either language. Visitors see its value, which follows your
        settings.
      </p>
      <dl>
        {data.items.map(({ name, means, value }) => (
          <div key={name}>
            <dt>{`{${name}}`}</dt>
            <dd>
              {means} <span className={styles.note}>{`Now: ${value}`}</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
