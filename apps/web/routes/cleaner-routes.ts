import type { Area } from './route.ts';

/** The cleaner's area. Bookmarks and messages use these addresses, so they do not change. */
export const cleanerArea: Area = {
  shell: 'cleaner',
  access: 'cleaner',
  pages: [
    {
      paths: ['/cleaner/dashboard'],
      title: { en: 'Today', zh: '今天' },
      load: () => import('../pages/cleaner/today.tsx'),
    },
    {
      paths: ['/cleaner/upcoming'],
      title: { en: 'Upcoming', zh: '接下来' },
      load: () => import('#features/work/visits/web/cleaner/upcoming-page.tsx'),
    },
    {
      paths: ['/cleaner/past'],
      title: { en: 'Past', zh: '过往' },
      load: () => import('#features/work/visits/web/cleaner/past-page.tsx'),
    },
    {
      paths: ['/cleaner/jobs/:jobID', '/cleaner/upcoming/:jobID', '/cleaner/past/:jobID'],
      title: { en: 'Job', zh: '工作' },
      load: () => import('#features/work/visits/web/cleaner/job-page.tsx'),
    },
    {
      paths: ['/cleaner/schedule'],
      title: { en: 'My week', zh: '我的一周' },
      load: () => import('../pages/cleaner/week.tsx'),
    },
    {
      paths: ['/cleaner/calendar'],
      title: { en: 'Calendar', zh: '日历' },
      load: () => import('#features/work/calendar/web/cleaner/calendar-page.tsx'),
    },
    {
      paths: ['/cleaner/profile'],
      title: { en: 'Me', zh: '我的' },
      load: () => import('#features/people/cleaners/web/cleaner/profile-page.tsx'),
    },
    { paths: ['/cleaner'], to: '/cleaner/dashboard' },
  ],
};
