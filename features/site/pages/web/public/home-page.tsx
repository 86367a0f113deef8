import { useSite } from '#features/site/content/web/parts/use-site.ts';
import { BeforeAfter } from './before-after.tsx';
import { FourCleans } from './four-cleans.tsx';
import { HomeHero } from './home-hero.tsx';
import { WhereHoursGo } from './home-sections.tsx';
import { HourPacks } from './hour-packs.tsx';
import { PlansChange } from './plans-change.tsx';
import { PriceList } from './price-list.tsx';
import {
  Disclaimer,
  EasySteps,
  Equipment,
  HeroImages,
  HowDifferent,
  Testimonials,
} from './site-sections.tsx';
import { useOnSale } from './use-on-sale.ts';

/** The front page: the street of doors is the menu, with hours and price below. */
export function Component() {
  const onSale = useOnSale();
  const site = useSite().data;
  const sold = onSale.data?.items ?? [];
  return (
    <>
      <HomeHero site={site} onSale={onSale} />
      {site && <HeroImages site={site} />}
      {site && <WhereHoursGo site={site} />}
      {site && <EasySteps site={site} />}
      {site && <BeforeAfter site={site} />}
      <FourCleans site={site} sold={sold} />
      {site && <Testimonials site={site} />}
      <HourPacks words={site?.['hour-packs']} sold={sold} waiting={onSale.isPending}>
        <PriceList site={site} sold={sold} />
      </HourPacks>
      {site && <HowDifferent site={site} />}
      {site && <Equipment site={site} />}
      <PlansChange words={site?.['cancellation-policy']} />
      {site && <Disclaimer site={site} />}
    </>
  );
}
