import { Pagination } from '@mantine/core';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { IconButton } from '../design/parts/button.tsx';
import { t, tNodes } from '../i18n/office.ts';
import styles from './list.module.css';
import { type ListChange, type ListState, PAGE_SIZES } from './list-state.ts';
import { useIsPhone } from './use-is-phone.ts';

interface ListFooterProps {
  readonly total: number | undefined;
  readonly shown: number | undefined;
  readonly many: string;
  readonly state: ListState;
  change(change: ListChange): void;
}

/** The range of rows, the page size, and the pages. */
export function ListFooter({ total, shown, many, state, change }: ListFooterProps) {
  const from = (state.page - 1) * state.size;
  const isPhone = useIsPhone();
  const pages = Math.max(1, Math.ceil((total ?? 0) / state.size));
  return (
    <div className={styles.footer}>
      <span aria-live="polite">
        {total === undefined || shown === undefined || total === 0
          ? ''
          : t('Rows {{from}} to {{from2}} of {{total}}', { from: from + 1, from2: from + shown, total })}
      </span>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the text has the select in it */}
      <label className={styles.size}>
        {tNodes('{{select}} {{many}} per page', {
          select: (
            <select value={state.size} onChange={(event) => change({ size: Number(event.target.value) })}>
              {PAGE_SIZES.map((size) => (
                <option key={size}>{size}</option>
              ))}
            </select>
          ),
          many,
        })}
      </label>
      {pages > 1 && isPhone && (
        <span className="k-inline k-gap-6">
          {tNodes('{{iconbutton}}{{page}} of {{pages}}{{iconbutton2}}', {
            iconbutton: (
              <IconButton
                icon={IconChevronLeft}
                label={t('Previous page')}
                aria-disabled={state.page <= 1}
                onClick={() => state.page > 1 && change({ page: state.page - 1 })}
              />
            ),
            page: state.page,
            pages,
            iconbutton2: (
              <IconButton
                icon={IconChevronRight}
                label={t('Next page')}
                aria-disabled={state.page >= pages}
                onClick={() => state.page < pages && change({ page: state.page + 1 })}
              />
            ),
          })}
        </span>
      )}
      {pages > 1 && !isPhone && (
        <Pagination
          total={pages}
          value={state.page}
          onChange={(page) => change({ page })}
          getControlProps={(control) => ({
            'aria-label': control === 'next' ? t('Next page') : t('Previous page'),
          })}
        />
      )}
    </div>
  );
}
