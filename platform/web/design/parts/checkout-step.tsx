import { createContext, type ReactNode, use, useState } from 'react';
import { createPortal } from 'react-dom';

type Slot = HTMLElement | null;

const StepSlot = createContext<{ slot: Slot; setSlot: (slot: Slot) => void } | null>(null);

/** Wraps a checkout's header and page, so that the header can show the page's step. */
export function CheckoutSteps({ children }: { children: ReactNode }) {
  const [slot, setSlot] = useState<Slot>(null);
  return <StepSlot value={{ slot, setSlot }}>{children}</StepSlot>;
}

/** In the header: where the step is shown. */
export function CheckoutStepSlot({ className }: { className?: string | undefined }) {
  return <div ref={use(StepSlot)?.setSlot} className={className} />;
}

/** In the page: its step. If the header has no slot for it, it is shown in the page. */
export function CheckoutStep({ children }: { children: ReactNode }) {
  const context = use(StepSlot);
  if (context === null) return children;
  return context.slot && createPortal(children, context.slot);
}
