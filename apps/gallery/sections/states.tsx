import { useState } from 'react';
import { Button } from '#platform/web/design/parts/button.tsx';
import { QrCode } from '#platform/web/design/parts/qr-code.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { EmptyState, ErrorState, Skeleton, Slats } from '#platform/web/design/parts/states.tsx';
import { StatusChip, StatusGlyph } from '#platform/web/design/parts/status-chip.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { Example } from '../example.tsx';
import styles from '../gallery.module.css';

export function StatesSection() {
  const toasts = useToast();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Example name="QrCode" use="What a camera reads: dark on white in both themes.">
        <QrCode text="https://kemas.example" label="An address" />
      </Example>
      <Example
        name="StatusChip"
        use="A state in one word. The shape of the glyph carries the meaning, not its colour."
      >
        <StatusChip status="held">Unpaid</StatusChip>
        <StatusChip status="upcoming">Upcoming</StatusChip>
        <StatusChip status="now">Under way</StatusChip>
        <StatusChip status="done">Done</StatusChip>
        <StatusChip status="wrong">Payment failed</StatusChip>
        <StatusChip status="cancelled">Cancelled</StatusChip>
        <StatusGlyph status="done" />
      </Example>
      <Example name="EmptyState" use="Nothing yet, with one concrete suggestion.">
        <div className={styles.column}>
          <EmptyState
            title="Nothing booked yet"
            spot="regular"
            action={<Button size="small">See times for Saturday</Button>}
          >
            Saturday morning has 6 free times.
          </EmptyState>
        </div>
      </Example>
      <Example name="ErrorState" use="Replaces what could not be loaded. The problem first, then what to do.">
        <div className={styles.column}>
          <ErrorState retryLabel="Try again" onRetry={() => undefined}>
            We could not load your bookings.
          </ErrorState>
        </div>
      </Example>
      <Example
        name="Skeleton"
        use="Loading: slats after 150 ms, words after 500. Slats alone outline a specific shape."
      >
        <div className={styles.column}>
          <Skeleton words="Getting your bookings" />
          <Slats widths={['80%', '55%']} />
        </div>
      </Example>
      <Example
        name="ToastProvider"
        use="Confirmations with Undo for 8 seconds; errors stay until they are closed."
      >
        <Button
          kind="quiet"
          onClick={() => toasts.show({ text: 'Visit moved to Tue 1 Dec.', undo: () => undefined })}
        >
          Show a toast
        </Button>
        <Button
          kind="quiet"
          onClick={() =>
            toasts.fail({
              text: 'Not saved. We keep trying.',
              action: { label: 'Try now', onPress: () => undefined },
            })
          }
        >
          Show an error
        </Button>
      </Example>
      <Example name="Sheet" use="A question above the page. Esc closes it, and the focus returns.">
        <Button kind="quiet" onClick={() => setOpen(true)}>
          Open a sheet
        </Button>
        <Sheet
          open={open}
          onClose={close}
          title="Cancel the visit?"
          closeLabel="Close"
          actions={
            <>
              <Button kind="quiet" onClick={close}>
                Keep it
              </Button>
              <Button kind="danger" onClick={close}>
                Cancel it, refund S$123.00
              </Button>
            </>
          }
        >
          <p>It is free until Friday, 9:00 am.</p>
        </Sheet>
      </Example>
    </>
  );
}
