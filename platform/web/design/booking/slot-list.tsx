import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Slats } from '../parts/states.tsx';
import { PersonTile } from '../tiles/person-tile.tsx';
import styles from './slot-list.module.css';

export interface Slot {
  /** Its start in API format; also its key. */
  id: string;
  /** "9:00 am". */
  time: string;
  /** "to 1:00 pm", "Nur Aisyah, 4.8", "3 cleaners free"; if taken "Just taken". */
  note: ReactNode;
  /** Same cleaner as before: their tile in the corner. */
  person?: { id: string; initials: string; photo?: string | undefined } | undefined;
  /** Taken while the list was open: struck through and dashed, keeps its position and focus. */
  taken?: boolean | undefined;
}

export interface SlotGroup {
  key: string;
  /** "Morning", "Afternoon". */
  label: ReactNode;
  slots: readonly Slot[];
}

export interface SlotListProps {
  groups: readonly SlotGroup[];
  chosen: string | null;
  onChoose: (slot: Slot) => void;
  /** After the chosen slot was taken: "9:30 am is gone. These are nearest." and up to three slots. Announced. */
  alternatives?: { title: ReactNode; slots: readonly Slot[] } | undefined;
  /** While times load: this text, and slats in the shape of slots. */
  loading?: string | undefined;
}

const KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];

/** The slot that a key moves to, by position on screen: two slots share a column when their left edges match. */
function neighbour(buttons: readonly HTMLElement[], from: HTMLElement, key: string): HTMLElement | undefined {
  const at = buttons.indexOf(from);
  if (key === 'Home') return buttons[0];
  if (key === 'End') return buttons.at(-1);
  if (key === 'ArrowLeft') return buttons[at - 1];
  if (key === 'ArrowRight') return buttons[at + 1];
  const candidates = key === 'ArrowDown' ? buttons.slice(at + 1) : buttons.slice(0, at).reverse();
  return candidates.find((other) => other.offsetLeft === from.offsetLeft) ?? candidates[0];
}

/** The times of a day. One slot is in the tab order; arrow keys move among them. */
export function SlotList({ groups, chosen, onChoose, alternatives, loading }: SlotListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const ids = groups.flatMap((group) => group.slots.map((slot) => slot.id));
  const tabStop = [focused, chosen].find((id) => id !== null && ids.includes(id)) ?? ids[0];
  const press = (event: KeyboardEvent) => {
    if (!KEYS.includes(event.key) || !(event.target instanceof HTMLElement)) return;
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button[data-slot]') ?? [])];
    neighbour(buttons, event.target, event.key)?.focus();
    event.preventDefault();
  };
  if (loading !== undefined) return <LoadingSlots words={loading} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons inside
    <div ref={list} onKeyDown={press}>
      {groups.map((group) => (
        <Group key={group.key} label={group.label}>
          {group.slots.map((slot) => (
            <SlotButton
              key={slot.id}
              slot={slot}
              chosen={slot.id === chosen}
              tabIndex={slot.id === tabStop ? 0 : -1}
              onFocus={() => setFocused(slot.id)}
              onChoose={onChoose}
            />
          ))}
        </Group>
      ))}
      <div role="status">
        {alternatives && (
          <Group label={alternatives.title}>
            {alternatives.slots.map((slot) => (
              <SlotButton
                key={slot.id}
                slot={slot}
                chosen={slot.id === chosen}
                tabIndex={0}
                onChoose={onChoose}
              />
            ))}
          </Group>
        )}
      </div>
    </div>
  );
}

function Group({ label, children }: { label: ReactNode; children: ReactNode }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={styles.group}>
        {label}
      </h3>
      <div className={styles.slots}>{children}</div>
    </section>
  );
}

interface SlotButtonProps {
  slot: Slot;
  chosen: boolean;
  tabIndex: 0 | -1;
  onFocus?: () => void;
  onChoose: (slot: Slot) => void;
}

function SlotButton({ slot, chosen, tabIndex, onFocus, onChoose }: SlotButtonProps) {
  return (
    <button
      type="button"
      data-slot={slot.id}
      data-taken={slot.taken || undefined}
      className={styles.slot}
      tabIndex={tabIndex}
      aria-pressed={chosen && !slot.taken}
      aria-disabled={slot.taken || undefined}
      onFocus={onFocus}
      onClick={slot.taken ? undefined : () => onChoose(slot)}
    >
      <b>{slot.taken ? <s>{slot.time}</s> : slot.time}</b>
      <span className={styles.note}>{slot.note}</span>
      {slot.person && !slot.taken && (
        <span className={styles.person}>
          <PersonTile
            id={slot.person.id}
            initials={slot.person.initials}
            size={24}
            plain
            photo={slot.person.photo}
          />
        </span>
      )}
    </button>
  );
}

function LoadingSlots({ words }: { words: string }) {
  return (
    <div className={styles.slots} role="status">
      <span className="k-hidden">{words}</span>
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className={styles.slot} aria-hidden="true">
          <Slats widths={['80%', '55%']} />
        </div>
      ))}
    </div>
  );
}
