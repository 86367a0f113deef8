import words from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2';
import headings from '#platform/web/design/fonts/anek-latin-kemas.woff2';
import brand from '#platform/web/design/parts/brand.module.css';
import movingInOut from '#platform/web/design/svg/facade-moving-in-out.svg';
import movingInOutNight from '#platform/web/design/svg/facade-moving-in-out-night.svg';
import oneTime from '#platform/web/design/svg/facade-one-time.svg';
import oneTimeNight from '#platform/web/design/svg/facade-one-time-night.svg';
import regular from '#platform/web/design/svg/facade-regular.svg';
import regularNight from '#platform/web/design/svg/facade-regular-night.svg';
import springCleaning from '#platform/web/design/svg/facade-spring-cleaning.svg';
import springCleaningNight from '#platform/web/design/svg/facade-spring-cleaning-night.svg';

/** The facades by service, in light and dark. */
const FRONTS = [
  { service: 'regular', day: regular, night: regularNight },
  { service: 'one-time', day: oneTime, night: oneTimeNight },
  { service: 'spring-cleaning', day: springCleaning, night: springCleaningNight },
  { service: 'moving-in-out', day: movingInOut, night: movingInOutNight },
] as const;

const font = (file: string) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${file}">`;

const picture = (file: string, scheme: 'light' | 'dark') =>
  `<link rel="preload" as="image" media="(prefers-color-scheme: ${scheme})" href="${file}">`;

/** The two fonts of every page, and the pictures of the terrace if it is shown, so that they appear together. */
export function preloadsOf(body: string): string {
  const shown = FRONTS.filter(({ service }) => body.includes(`"${brand.facade}" data-service="${service}"`));
  const pictures = shown.flatMap(({ day, night }) => [picture(day, 'light'), picture(night, 'dark')]);
  return [font(headings), font(words), ...pictures].join('');
}
