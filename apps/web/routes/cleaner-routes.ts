import type { Area } from './route.ts';

/** The cleaner's area. SPEC.md section 2. */
export const cleanerArea: Area = {
  shell: 'cleaner',
  access: 'cleaner',
  pages: [
    {
      paths: ['/cleaner/dashboard'],
      title: { en: 'Today', zh: '今天' },
      later: {
        en: "Today's jobs are shown here. This screen is not built yet.",
        zh: '这里显示今天的工作。此页还没做好。',
      },
    },
    {
      paths: ['/cleaner/upcoming'],
      title: { en: 'Upcoming', zh: '之后' },
      later: {
        en: 'Jobs to come are listed here. This screen is not built yet.',
        zh: '这里列出之后的工作。此页还没做好。',
      },
    },
    {
      paths: ['/cleaner/past'],
      title: { en: 'Past', zh: '以前' },
      later: {
        en: 'Jobs you have done are listed here. This screen is not built yet.',
        zh: '这里列出做过的工作。此页还没做好。',
      },
    },
    {
      paths: ['/cleaner/jobs/:jobID', '/cleaner/upcoming/:jobID', '/cleaner/past/:jobID'],
      title: { en: 'Job', zh: '工作' },
      later: {
        en: 'One job and its checklist are shown here. This screen is not built yet.',
        zh: '这里显示一份工作和清单。此页还没做好。',
      },
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
