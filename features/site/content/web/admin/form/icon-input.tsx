import { Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { menuOverlay } from '#platform/web/office/overlay.ts';
import { capital } from '#platform/web/office/record-kind.ts';
import { DRAWINGS } from '../../../rules/drawings.ts';
import { Drawing } from '../../parts/drawing.tsx';
import { textOf } from '../model/paired.ts';
import styles from './form.module.css';
import { useInput } from './use-content-form.ts';

/** The display name of an illustration: `living-room` is Living room. */
export function drawingName(key: string): string {
  return capital(key.replaceAll('-', ' '));
}

/** Selects one of the site's illustrations. */
export function IconInput({ label, name }: { readonly label: string; readonly name: string }) {
  const { value, error, changed, onChange } = useInput(name);
  const text = textOf(value);
  const words = text === '' ? 'None' : drawingName(text);
  return (
    <div>
      <p className={styles.label}>{label}</p>
      <Menu {...menuOverlay} position="bottom-start">
        <Menu.Target>
          <button
            type="button"
            className={styles.drawing}
            data-changed={changed || undefined}
            aria-label={`${label}: ${words}`}
          >
            <Drawing name={text} size={28} />
            <span>{words}</span>
            <Icon of={IconChevronDown} size={18} />
          </button>
        </Menu.Target>
        <Menu.Dropdown className={styles.drawings}>
          <Menu.Item onClick={() => onChange('')}>None</Menu.Item>
          {DRAWINGS.map((key) => (
            <Menu.Item key={key} leftSection={<Drawing name={key} size={28} />} onClick={() => onChange(key)}>
              {drawingName(key)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <p className={styles.error} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
