import type { Area } from './route.ts';

/** The cleaner's area. SPEC.md section 2. */
export const cleanerArea: Area = {
  shell: 'cleaner',
  access: 'cleaner',
  pages: [
    {
      paths: ['/cleaner/dashboard'],
      title: { en: 'Today', zh: '今天' },
      load: () => import('#features/visits/web/cleaner/today-page.tsx'),
    },
    {
      paths: ['/cleaner/upcoming'],
      title: { en: 'Upcoming', zh: '之后' },
      load: () => import('#features/visits/web/cleaner/upcoming-page.tsx'),
    },
    {
      paths: ['/cleaner/past'],
      title: { en: 'Past', zh: '以前' },
      load: () => import('#features/visits/web/cleaner/past-page.tsx'),
    },
    {
      paths: ['/cleaner/jobs/:jobID', '/cleaner/upcoming/:jobID', '/cleaner/past/:jobID'],
      title: { en: 'Job', zh: '工作' },
      load: () => import('#features/visits/web/cleaner/job-page.tsx'),
    },
    {
      paths: ['/cleaner/profile'],
      title: { en: 'Me', zh: '我' },
      later: {
        en: 'Your mobile, languages and days are kept here. This screen is not built yet.',
        zh: '这里保存您的电话、语言和工作日。此页还没做好。',
      },
    },
    { paths: ['/cleaner'], to: '/cleaner/dashboard' },
  ],
};
