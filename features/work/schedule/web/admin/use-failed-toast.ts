import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useToast } from '#platform/web/design/parts/toast.tsx';

/** Shows that an action failed, with the server's reason; for `onError` and `catch`. */
export function useFailedToast() {
  const toast = useToast();
  return (sentence: string) => (error: unknown) => {
    const why = error instanceof Error ? error.message : '';
    toast.fail({ icon: IconAlertTriangle, text: `${sentence} ${why}`.trim() });
  };
}
