import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is as narrow as a phone, where rows are cards (the same width as in design/table.css). */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
}
