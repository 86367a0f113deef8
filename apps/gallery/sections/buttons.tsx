import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import IconMap from '@tabler/icons-react/dist/esm/icons/IconMap.mjs';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import { useState } from 'react';
import { Button, ButtonLink, IconButton, IconLink } from '#platform/web/design/parts/button.tsx';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { Anchor, TextButton, TextLink } from '#platform/web/design/parts/link.tsx';
import { Example } from '../example.tsx';

export function ButtonsSection() {
  const [pressed, setPressed] = useState(0);
  const press = () => setPressed((count) => count + 1);
  return (
    <>
      <Example name="Button" use="An action. The label says the result. One primary button per screen.">
        <Button onClick={press}>Keep 9:00 am</Button>
        <Button kind="quiet" onClick={press}>
          Choose another time
        </Button>
        <Button kind="chosen" onClick={press}>
          Only free
        </Button>
        <Button kind="danger" onClick={press}>
          Cancel the visit
        </Button>
        <Button size="small" kind="quiet" icon={IconPhone} onClick={press}>
          Call
        </Button>
        <Button zh="开始" onClick={press}>
          Start
        </Button>
        <Button busy="Paying">Pay S$123.00</Button>
        <Button disabledReason="Choose a time first">Continue</Button>
        <span role="status">Pressed: {pressed}</span>
      </Example>
      <Example name="ButtonLink" use="A link that looks like a button.">
        <ButtonLink href="#buttons">See times for Saturday</ButtonLink>
        <ButtonLink href="#buttons" kind="quiet" size="small">
          Details
        </ButtonLink>
      </Example>
      <Example name="IconButton" use="A square with only an icon, and a label for screen readers.">
        <IconButton icon={IconArrowLeft} label="Back" onClick={press} />
        <IconButton icon={IconArrowLeft} label="Previous day" look="square" onClick={press} />
      </Example>
      <Example name="IconLink" use="The same as a link: map, call.">
        <IconLink icon={IconMap} label="Map" href="#buttons" look="square" />
        <IconLink icon={IconPhone} label="Call" href="#buttons" />
      </Example>
      <Example
        name="TextLink"
        use="A link in text. TextButton looks the same and acts in place; Anchor has no style."
      >
        <p>
          Read the <TextLink href="#buttons">cancellation policy</TextLink> before you pay.
        </p>
        <TextLink href="#buttons" roomy>
          All bookings
        </TextLink>
        <TextButton onClick={press}>Send the code again</TextButton>
        <Anchor href="#buttons">Without a style</Anchor>
      </Example>
      <Example name="Icon" use="A Tabler outline icon in the brand's stroke width.">
        <Icon of={IconMap} />
        <Icon of={IconMap} size={40} label="Map" />
      </Example>
    </>
  );
}
