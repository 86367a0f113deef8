import { Popover } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import { useState } from 'react';
import { today } from '../business-time.ts';
import { IconButton } from '../design/parts/button.tsx';
import { type FieldTexts, TextField } from '../design/parts/field.tsx';
import { t } from '../i18n/office.ts';
import { CALENDAR_WORDS } from './calendar-words.ts';
import { readDayText, showDay } from './day-text.ts';
import { overlay } from './overlay.ts';

interface DayFieldProps extends FieldTexts {
  /** Label of the calendar's button: "Choose the first day". */
  readonly label: string;
  readonly name: string;
  /** `2026-12-25`, or the invalid text that was typed: the form's validation reports it. */
  readonly value: string;
  onChange(value: string): void;
  /** The first day that may be picked. */
  readonly min?: string | undefined;
  readonly required?: boolean;
}

/** A day, typed or picked; shown in Singapore's format whatever the browser's language, sent as ISO. */
export function DayField({ value, onChange, min, name, required, ...texts }: DayFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const picked = readDayText(value, today());
  const least = min === undefined ? null : readDayText(min, today());
  const pick = (day: string | null) => {
    setOpen(false);
    setTyped(null);
    if (day !== null) onChange(day);
  };
  return (
    <TextField
      {...texts}
      name={name}
      required={required}
      placeholder={t('DD/MM/YYYY')}
      autoComplete="off"
      value={typed ?? showDay(value)}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(readDayText(target.value, today()) ?? target.value.trim());
      }}
      onBlur={() => setTyped(null)}
      after={
        <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus {...overlay}>
          <Popover.Target>
            <IconButton
              icon={IconCalendar}
              label={t('{{label}}: open the calendar', { label: texts.label })}
              onClick={() => setOpen(!open)}
            />
          </Popover.Target>
          <Popover.Dropdown aria-label={texts.label}>
            <DatePicker
              hideOutsideDates
              highlightToday
              weekendDays={[]}
              ariaLabels={CALENDAR_WORDS}
              defaultDate={picked ?? least ?? today()}
              {...(least === null ? {} : { minDate: least })}
              value={picked}
              onChange={pick}
            />
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}
