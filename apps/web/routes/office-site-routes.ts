import type { Page, Redirect } from './route.ts';

const sitePage = (at: string, title: string, load: Page['load']): Page => ({
  paths: [`/admin/cms/${at}`],
  title,
  load,
});

/** The office's pages for site content. */
export const siteContent: readonly (Page | Redirect)[] = [
  { paths: ['/admin/cms'], to: '/admin/cms/home-page' },
  sitePage('home-page', 'Home page', () => import('#features/site/content/web/admin/home-page.tsx')),
  sitePage(
    'our-services',
    'Our services',
    () => import('#features/site/content/web/admin/our-services-page.tsx'),
  ),
  sitePage(
    'testimonial',
    'Testimonials',
    () => import('#features/site/content/web/admin/testimonials-page.tsx'),
  ),
  { paths: ['/admin/cms/testimonial/list'], to: '/admin/cms/testimonial' },
  sitePage(
    'testimonial/new',
    'New testimonial',
    () => import('#features/site/content/web/admin/testimonial-new-page.tsx'),
  ),
  sitePage(
    'testimonial/:testimonialID/update',
    'Change testimonial',
    () => import('#features/site/content/web/admin/testimonial-update-page.tsx'),
  ),
  sitePage(
    'join-as-cleaner',
    'Join as cleaner',
    () => import('#features/site/content/web/admin/join-as-cleaner-page.tsx'),
  ),
  sitePage('contact-us', 'Contact us', () => import('#features/site/content/web/admin/contact-us-page.tsx')),
  sitePage(
    'pricing-popup',
    'Pricing pop-up',
    () => import('#features/site/content/web/admin/pricing-popup-page.tsx'),
  ),
  sitePage('legal', 'Legal pages', () => import('#features/site/content/web/admin/legal-page.tsx')),
  sitePage('changes', 'Changes', () => import('#features/site/content/web/admin/changes-page.tsx')),
];
