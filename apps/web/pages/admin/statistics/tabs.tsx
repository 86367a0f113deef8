import { Link } from 'react-router';
import styles from './statistics.module.css';
import { paramsOf, TABS, type Tab, type View } from './view.ts';

const TAB_NAMES: Readonly<Record<Tab, string>> = {
  summary: 'Summary',
  money: 'Money',
  visits: 'Jobs',
  customers: 'Customers',
  hours: 'Prepaid hours not used',
};

/** The pages of the statistics; they keep the period. */
export function Tabs({ view }: { readonly view: View }) {
  return (
    <nav className={styles.tabs} aria-label="Statistics">
      {TABS.map((tab) => (
        <Link
          key={tab}
          to={{ search: paramsOf({ ...view, tab }).toString() }}
          className={tab === view.tab ? 'active' : undefined}
          aria-current={tab === view.tab ? 'page' : undefined}
          preventScrollReset
        >
          {TAB_NAMES[tab]}
        </Link>
      ))}
    </nav>
  );
}
