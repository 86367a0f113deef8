import { useState } from 'react';
import { CodeField } from '#platform/web/design/parts/code-field.tsx';
import {
  Checkbox,
  Field,
  SelectField,
  Switch,
  TelField,
  TextArea,
  TextField,
} from '#platform/web/design/parts/field.tsx';
import { Example } from '../example.tsx';
import styles from '../gallery.module.css';

const HOMES = [
  { value: 'toa-payoh', label: 'Blk 145 Lor 2 Toa Payoh' },
  { value: 'tampines', label: 'Blk 201 Tampines St 21' },
  { value: 'sold', label: 'No longer served', disabled: true },
];

export function FieldsSection() {
  const [code, setCode] = useState('482');
  return (
    <>
      <Example name="TextField" use="One line of text. The error replaces the hint and is announced.">
        <div className={styles.column}>
          <TextField label="Name" aside="Optional" hint="As on your door" defaultValue="Rachel Tan" />
          <TextField label="Postal code" code defaultValue="310145" saved hint="Blk 145 Lor 2 Toa Payoh" />
          <TextField label="Price" before="S$" after="an hour" defaultValue="27.00" changed />
          <TextField
            label="E-mail"
            type="email"
            defaultValue="rachel@"
            error="Enter an address such as name@example.com."
          />
        </div>
      </Example>
      <Example name="TelField" use="A Singapore mobile number: eight digits after +65.">
        <div className={styles.column}>
          <TelField label="Mobile" defaultValue="9123 4567" />
        </div>
      </Example>
      <Example name="SelectField" use="The native select, so that phones show their own picker.">
        <div className={styles.column}>
          <SelectField label="Home" options={HOMES} placeholder="Choose a home" />
        </div>
      </Example>
      <Example name="TextArea" use="Several lines of text.">
        <div className={styles.column}>
          <TextArea label="Special requests" hint="The cleaner reads it before the visit" />
        </div>
      </Example>
      <Example name="CodeField" use="The six digits of a text message. Takes autofill and paste.">
        <CodeField label="Code" value={code} onChange={setCode} hint="Sent to 9123 4567" />
      </Example>
      <Example name="Checkbox" use="A yes or no that is sent with a form.">
        <div className={styles.column}>
          <Checkbox label="I have a cat" hint="Some cleaners are allergic" defaultChecked />
          <Checkbox label="I accept the terms" error="Accept the terms to continue." />
        </div>
      </Example>
      <Example name="Switch" use="A yes or no that takes effect at once.">
        <div className={styles.column}>
          <Switch label="Mdm Lim first" hint="She cleaned your home on 7 Nov" defaultChecked />
        </div>
      </Example>
      <Example name="Field" use="Label and message around a control that has no component of its own.">
        <div className={styles.column}>
          <Field label="Colour of the door" hint="Any control fits">
            {(wiring) => <input type="color" defaultValue="#00806b" {...wiring} />}
          </Field>
        </div>
      </Example>
    </>
  );
}
