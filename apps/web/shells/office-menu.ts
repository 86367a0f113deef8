import IconBrush from '@tabler/icons-react/dist/esm/icons/IconBrush.mjs';
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs';
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconInbox from '@tabler/icons-react/dist/esm/icons/IconInbox.mjs';
import IconLayoutGrid from '@tabler/icons-react/dist/esm/icons/IconLayoutGrid.mjs';
import IconListCheck from '@tabler/icons-react/dist/esm/icons/IconListCheck.mjs';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import IconMessages from '@tabler/icons-react/dist/esm/icons/IconMessages.mjs';
import IconPackage from '@tabler/icons-react/dist/esm/icons/IconPackage.mjs';
import IconReceipt from '@tabler/icons-react/dist/esm/icons/IconReceipt2.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs';
import IconTicket from '@tabler/icons-react/dist/esm/icons/IconTicket.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import IconUserShield from '@tabler/icons-react/dist/esm/icons/IconUserShield.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';

/** The office's menu in three groups: the day, the catalogue, the business. */
export const groups = [
  [
    { to: '/admin/jobs', label: 'Jobs', icon: IconReceipt },
    { to: '/admin/customers', label: 'Customers', icon: IconUsers },
    { to: '/admin/cleaners', label: 'Cleaners', icon: IconBrush },
    { to: '/admin/reviews', label: 'Reviews', icon: IconStar },
    { to: '/admin/conversations', label: 'Customer messages', icon: IconMessages },
    { to: '/admin/contact-requests', label: 'Contact requests', icon: IconInbox },
    { to: '/admin/applications', label: 'Applications', icon: IconUserPlus },
    { to: '/admin/sign-up-log', label: 'Sign-up log', icon: IconHistory },
  ],
  [
    { to: '/admin/packages', label: 'Packages', icon: IconPackage },
    { to: '/admin/promocodes', label: 'Promo codes', icon: IconTicket },
    { to: '/admin/checklists', label: 'Checklists', icon: IconListCheck },
    { to: '/admin/transactions', label: 'Transactions', icon: IconCreditCard },
    { to: '/admin/credits', label: 'Credits', icon: IconLayoutGrid },
    { to: '/admin/statistics', label: 'Statistics', icon: IconChartBar },
  ],
  [
    { to: '/admin/cms', label: 'Site content', icon: IconFileText },
    { to: '/admin/messages', label: 'Messages', icon: IconMail },
    { to: '/admin/admins', label: 'Admins', icon: IconUserShield },
    { to: '/admin/settings', label: 'Settings', icon: IconSettings },
  ],
] as const;
