import {
  Brand,
  Facade,
  FooterStrip,
  Illustration,
  Terrace,
  Wordmark,
} from '#platform/web/design/parts/brand.tsx';
import { SERVICES } from '#platform/web/design/tiles/drawings.ts';
import { Example } from '../example.tsx';
import styles from '../gallery.module.css';

const SPOTS = ['done', 'gift', ...SERVICES] as const;

export function BrandSection() {
  return (
    <>
      <Example name="Wordmark" use="The name. It takes the colour of the text.">
        <Wordmark />
        <Wordmark width={200} label="Kemas, large" />
      </Example>
      <Example name="Brand" use="The company's logo, or its name, in headers.">
        <Brand name="Sparkle Homes" isKemas={false} />
        <Brand name="Kemas" isKemas />
      </Example>
      <Example name="Illustration" use="A small drawing for empty and final states.">
        {SPOTS.map((name) => (
          <div key={name} style={{ width: 200 }}>
            <Illustration name={name} label={name} />
          </div>
        ))}
      </Example>
      <Example name="Facade" use="A shophouse for each service, with lamps in the dark scheme.">
        <div style={{ width: 120 }}>
          <Facade service="regular" open label="Regular cleaning, the door is open" />
        </div>
      </Example>
      <Example name="Terrace" use="The four services side by side.">
        <div className={styles.wide}>
          <Terrace open="one-time" label="Four shophouses" />
        </div>
      </Example>
      <Example name="FooterStrip" use="The strip above the footer.">
        <div className={styles.wide}>
          <FooterStrip />
        </div>
      </Example>
    </>
  );
}
