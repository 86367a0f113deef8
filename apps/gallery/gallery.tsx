import { MantineProvider } from '@mantine/core';
import { useState } from 'react';
import { type ColourScheme, useColourScheme } from '#platform/web/design/colour-scheme.ts';
import { colorSchemeManager, cssVariablesResolver, themeOf } from '#platform/web/design/mantine-theme.ts';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { ToastProvider } from '#platform/web/design/parts/toast.tsx';
import styles from './gallery.module.css';
import { BookingSection } from './sections/booking.tsx';
import { BrandSection } from './sections/brand.tsx';
import { ButtonsSection } from './sections/buttons.tsx';
import { ChoicesSection } from './sections/choices.tsx';
import { FieldsSection } from './sections/fields.tsx';
import { LayoutSection } from './sections/layout.tsx';
import { OfficeSection } from './sections/office.tsx';
import { PageSection } from './sections/page.tsx';
import { StatesSection } from './sections/states.tsx';
import { TilesSection } from './sections/tiles.tsx';

type Area = 'customer' | 'cleaner' | 'office';

const SECTIONS = [
  { id: 'buttons', title: 'Buttons and links', Section: ButtonsSection },
  { id: 'fields', title: 'Fields', Section: FieldsSection },
  { id: 'choices', title: 'Choices', Section: ChoicesSection },
  { id: 'layout', title: 'Layout', Section: LayoutSection },
  { id: 'page', title: 'Page', Section: PageSection },
  { id: 'states', title: 'States and messages', Section: StatesSection },
  { id: 'tiles', title: 'Tiles and people', Section: TilesSection },
  { id: 'booking', title: 'Booking', Section: BookingSection },
  { id: 'office', title: 'Office fields', Section: OfficeSection },
  { id: 'brand', title: 'Brand', Section: BrandSection },
] as const;

const TOAST_TEXTS = { undo: 'Undo', close: 'Close', region: 'Notifications' };

/** Every component of the design system with its states, in the sizes of each area and in both colour schemes. */
export function Gallery() {
  const [area, setArea] = useState<Area>('customer');
  const [scheme, setScheme] = useColourScheme();
  return (
    <MantineProvider
      theme={themeOf('')}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <ToastProvider texts={TOAST_TEXTS} shortcut>
        <div className={styles.gallery} data-area={area === 'customer' ? undefined : area}>
          <header className="k-stack k-gap-16">
            <PageTitle>Kemas components</PageTitle>
            <div className={`k-row k-stretch k-wrap ${styles.switches}`}>
              <Segments<Area>
                label="Area"
                options={[
                  { value: 'customer', label: 'Customer' },
                  { value: 'cleaner', label: 'Cleaner' },
                  { value: 'office', label: 'Office' },
                ]}
                value={area}
                onChange={setArea}
              />
              <Segments<ColourScheme>
                label="Colour scheme"
                options={[
                  { value: 'auto', label: 'System' },
                  { value: 'light', label: 'Light' },
                  { value: 'dark', label: 'Dark' },
                ]}
                value={scheme}
                onChange={setScheme}
              />
            </div>
            <nav
              aria-label="Sections"
              className={`k-row k-stretch k-wrap k-gap-4 k-gap-x-20 ${styles.sections}`}
            >
              {SECTIONS.map(({ id, title }) => (
                <a key={id} href={`#${id}`}>
                  {title}
                </a>
              ))}
            </nav>
          </header>
          <main>
            {SECTIONS.map(({ id, title, Section }) => (
              <section key={id} id={id} aria-labelledby={`${id}-title`} className={styles.section}>
                <h2 id={`${id}-title`}>{title}</h2>
                <Section />
              </section>
            ))}
          </main>
        </div>
      </ToastProvider>
    </MantineProvider>
  );
}
