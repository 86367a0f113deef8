import { phrase } from '#platform/web/i18n/texts.ts';
import type { Area } from './route.ts';

/** The cleaner's area. Bookmarks and messages use these addresses, so they do not change. */
export const cleanerArea: Area = {
  shell: 'cleaner',
  access: 'cleaner',
  pages: [
    {
      paths: ['/cleaner/dashboard'],
      title: phrase('Today'),
      load: () => import('../pages/cleaner/today.tsx'),
    },
    {
      paths: ['/cleaner/upcoming'],
      title: phrase('Upcoming'),
      load: () => import('#features/work/visits/web/cleaner/upcoming-page.tsx'),
    },
    {
      paths: ['/cleaner/past'],
      title: phrase('Past'),
      load: () => import('#features/work/visits/web/cleaner/past-page.tsx'),
    },
    {
      paths: ['/cleaner/jobs/:jobID', '/cleaner/upcoming/:jobID', '/cleaner/past/:jobID'],
      title: phrase('Job'),
      load: () => import('#features/work/visits/web/cleaner/job-page.tsx'),
    },
    {
      paths: ['/cleaner/schedule'],
      title: phrase('My week'),
      load: () => import('../pages/cleaner/week.tsx'),
    },
    {
      paths: ['/cleaner/calendar'],
      title: phrase('Calendar'),
      load: () => import('#features/work/calendar/web/cleaner/calendar-page.tsx'),
    },
    {
      paths: ['/cleaner/profile'],
      title: phrase('Me'),
      load: () => import('#features/people/cleaners/web/cleaner/profile-page.tsx'),
    },
    { paths: ['/cleaner'], to: '/cleaner/dashboard' },
  ],
};
