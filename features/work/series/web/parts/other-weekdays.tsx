import { dayOfWire, weekdayOf } from '#platform/web/business-time.ts';
import { CheckTiles } from '#platform/web/design/parts/choice.tsx';
import { weekdayNames } from '#platform/web/format.ts';
import { useLanguage } from '#platform/web/i18n/language.ts';

interface Props {
  readonly label: string;
  /** The first visit, whose weekday is left out. */
  readonly startTime: string;
  /** Monday is 1. */
  readonly weekdays: readonly number[];
  onChange(weekdays: number[]): void;
}

/** On which other days of the week there is a visit. */
export function OtherWeekdays({ label, startTime, weekdays, onChange }: Props) {
  const language = useLanguage();
  const own = weekdayOf(dayOfWire(startTime)) || 7;
  const names = weekdayNames(language, 'short').map((name, index) => ({ day: index + 1, name }));
  return (
    <CheckTiles
      label={label}
      options={names
        .filter(({ day }) => day !== own)
        .map(({ day, name }) => ({ value: String(day), label: name }))}
      values={weekdays.filter((day) => day !== own).map(String)}
      onChange={(values) => onChange(values.map(Number).toSorted((a, b) => a - b))}
    />
  );
}
