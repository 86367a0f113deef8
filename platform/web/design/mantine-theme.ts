import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core';
import { neutralsOf, paletteOf } from '../../kernel/palette.ts';
import { type ColourScheme, onColourScheme, readColourScheme, setColourScheme } from './colour-scheme.ts';
import tokens from './tokens.json' with { type: 'json' };

/* Mantine's theme for the office, in Kemas's colours and sizes. The only file of the design system that imports
   Mantine: use it in the office's chunk, next to '@mantine/core/styles.css', never on a public page. */

const { mantine, fonts, areas, mantineVariables } = tokens;

/** tokens.json has ten shades per colour; Mantine's type requires a tuple. */
const tuple = (shades: readonly string[]) => shades as unknown as MantineColorsTuple;

const office = {
  fontSizes: { xs: areas.office.min, sm: areas.office.body, md: areas.office.body, lg: '16px', xl: '18px' },
  headings: {
    h1: { fontSize: '26px', lineHeight: '1.1' },
    h2: { fontSize: '17px', lineHeight: '1.2' },
    h3: { fontSize: '15px', lineHeight: '1.25' },
    h4: { fontSize: '14px', lineHeight: '1.3' },
  },
};

/** Default props of all office controls: 34 px tall, 6 px radius, 14 px text. */
const compact = { defaultProps: { size: 'sm', radius: 'sm' } };
const COMPACT = [
  'ActionIcon',
  'Autocomplete',
  'Button',
  'Checkbox',
  'DateInput',
  'DatePickerInput',
  'DateTimePicker',
  'FileInput',
  'MultiSelect',
  'NumberInput',
  'Pagination',
  'PasswordInput',
  'SegmentedControl',
  'Select',
  'Switch',
  'TagsInput',
  'Textarea',
  'TextInput',
  'TimeInput',
];

/** The shades of Mantine's borders and backgrounds, such as those of unchecked boxes. */
const NEUTRAL = ['gray', 'dark'];

/** @param colour the brand's, `#6B3FA0`; '' is the default */
export const themeOf = (colour: string) =>
  createTheme({
    primaryColor: mantine.primaryColor,
    primaryShade: { light: 7, dark: 4 },
    autoContrast: true,
    white: mantine.white,
    black: mantine.black,
    // The company may have chosen other typefaces (tokens.css, --f-text).
    fontFamily: 'var(--f-text)',
    fontFamilyMonospace: fonts.code,
    headings: {
      fontFamily: 'var(--f-disp)',
      fontWeight: mantine.headings.fontWeight,
      textWrap: 'balance',
      sizes: office.headings,
    },
    fontSizes: office.fontSizes,
    lineHeights: mantine.lineHeights,
    spacing: mantine.spacing,
    radius: mantine.radius,
    defaultRadius: 'sm',
    shadows: mantine.shadows,
    breakpoints: mantine.breakpoints,
    cursorType: 'pointer',
    respectReducedMotion: true,
    colors: {
      ...Object.fromEntries(
        Object.entries(mantine.colors).map(([name, shades]) => [
          name,
          tuple(NEUTRAL.includes(name) ? neutralsOf(colour, shades) : shades),
        ]),
      ),
      [mantine.primaryColor]: tuple(paletteOf(colour).scale),
    },
    components: Object.fromEntries(COMPACT.map((name) => [name, compact])),
  });

const pointed = Object.fromEntries(
  Object.entries(mantineVariables).map(([variable, name]) => [variable, `var(--k-${name})`]),
);

/** Maps Mantine's variables to ours (tokens.css), in both schemes; sets the office's control height. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--input-height-sm': areas.office.control,
    '--button-height-sm': areas.office.control,
    '--mantine-line-height': '1.4',
  },
  light: pointed,
  dark: pointed,
});

/** Keeps Mantine's scheme and ours in sync. */
export const colorSchemeManager: MantineColorSchemeManager = (() => {
  let stop: (() => void) | undefined;
  return {
    get: (fallback) => (typeof window === 'undefined' ? fallback : readColourScheme()),
    set: (scheme: ColourScheme) => setColourScheme(scheme),
    subscribe: (onUpdate) => {
      stop = onColourScheme(() => onUpdate(readColourScheme()));
    },
    unsubscribe: () => stop?.(),
    clear: () => setColourScheme('auto'),
  };
})();
