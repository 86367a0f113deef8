import { useNavigate } from 'react-router';
import { Checkbox } from '#platform/web/design/parts/field.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { usePermissions } from '#platform/web/session/use-may.ts';
import { useShortcut, useShortcuts } from '#platform/web/shortcuts.ts';
import styles from './office-keys.module.css';
import { type MenuEntry, menu, menuFor } from './office-menu.ts';

const entries = menu.flatMap((group) => group.entries);

/** G and a letter open the pages of the menu. */
export function PageKeys() {
  const open = menuFor(usePermissions()).flatMap((group) => group.entries);
  return open.map((entry) => <PageKey key={entry.shortcut} entry={entry} />);
}

function PageKey({ entry: { shortcut, pages } }: { readonly entry: MenuEntry }) {
  const navigate = useNavigate();
  const [{ to }] = pages;
  useShortcut(`g ${shortcut}`, () => void navigate(to));
  return null;
}

const GROUPS: readonly { readonly title: string; readonly keys: readonly (readonly [string, string])[] }[] = [
  {
    title: 'Anywhere',
    keys: [
      ['/', 'Search'],
      ['Ctrl K or ⌘ K', 'Search, also while typing'],
      ['?', 'This list'],
      ['Z', 'Undo, while it is offered'],
    ],
  },
  {
    title: 'In a list',
    keys: [
      ['J', 'Next row'],
      ['K', 'Previous row'],
      ['Enter', 'Open the row'],
      ['X', 'Tick the row'],
    ],
  },
  {
    title: 'On the day board',
    keys: [
      ['Arrow keys', 'Choose a visit or free time'],
      ['M', 'Pick the visit up, then move it with the arrow keys'],
      ['Enter', 'Drop it, or open the visit'],
      ['Esc', 'Put it back'],
      ['R', 'Who else could come; a digit chooses'],
      ['N', 'New job here'],
      ['[ and ]', 'Previous and next day'],
      ['T', 'Today'],
    ],
  },
  {
    title: 'Go to',
    keys: entries.map(({ shortcut, label }) => [`G ${shortcut.toUpperCase()}`, label] as const),
  },
];

interface ShortcutsSheetProps {
  readonly open: boolean;
  onClose(): void;
}

/** All keyboard shortcuts, and the switch for those of a single key. */
export function ShortcutsSheet({ open, onClose }: ShortcutsSheetProps) {
  const [on, set] = useShortcuts();
  return (
    <Sheet open={open} onClose={onClose} title="Keyboard shortcuts" closeLabel="Close">
      <Checkbox
        label="Keyboard shortcuts on"
        hint="Ctrl K and ⌘ K always work."
        checked={on}
        onChange={(event) => set(event.target.checked)}
      />
      {GROUPS.map(({ title, keys }) => (
        <section key={title} className={styles.group}>
          <h3>{title}</h3>
          <dl>
            {keys.map(([key, what]) => (
              <div key={key}>
                <dt>{what}</dt>
                <dd>
                  <kbd>{key}</kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Sheet>
  );
}
