/** Icons are imported individually, so that neither a page nor a test loads the other five thousand. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { ComponentPropsWithoutRef, ComponentType } from 'react';

  const drawing: ComponentType<Omit<ComponentPropsWithoutRef<'svg'>, 'stroke'> & { stroke?: number }>;
  export default drawing;
}
