import { z } from 'zod';

/** The settings of a generic SMS gateway, as environment variables have them. */
export interface SmsGatewayVariables {
  readonly SMS_GATEWAY_FORMAT: 'json' | 'form';
  readonly SMS_GATEWAY_HEADERS: string;
  readonly SMS_GATEWAY_BODY: string;
  readonly SMS_GATEWAY_REPORT_FIELDS: string;
}

export interface SmsGatewaySettings {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: BodyTemplate;
  readonly reportFields: ReportFields;
}

/** A JSON value whose texts may contain `{to}`, `{from}`, `{text}`, `{id}` and `{reports}`. */
export type Template =
  | string
  | number
  | boolean
  | null
  | readonly Template[]
  | { readonly [name: string]: Template };
export type BodyTemplate = { readonly [name: string]: Template };

const template: z.ZodType<Template> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(template), z.record(z.string(), template)]),
);
const bodyTemplate = z.record(z.string(), template);
const headers = z.record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[\x20-\x7e]*$/));
/** Where a report has what; a dot leads into an object or a list: `results.0.status`. */
const reportFields = z.strictObject({
  id: z.string().default('reference'),
  status: z.string().default('status'),
  reason: z.string().default('reason'),
});
export type ReportFields = z.output<typeof reportFields>;

/** @returns the settings, or a sentence for each variable that is wrong */
export function readSmsGatewaySettings(
  variables: SmsGatewayVariables,
): SmsGatewaySettings | readonly string[] {
  const read = {
    SMS_GATEWAY_HEADERS: parseAs(headers, variables.SMS_GATEWAY_HEADERS),
    SMS_GATEWAY_BODY: parseAs(bodyTemplate, variables.SMS_GATEWAY_BODY),
    SMS_GATEWAY_REPORT_FIELDS: parseAs(reportFields, variables.SMS_GATEWAY_REPORT_FIELDS),
  };
  const { SMS_GATEWAY_HEADERS, SMS_GATEWAY_BODY, SMS_GATEWAY_REPORT_FIELDS } = read;
  if (SMS_GATEWAY_HEADERS === null || SMS_GATEWAY_BODY === null || SMS_GATEWAY_REPORT_FIELDS === null)
    return Object.entries(read).flatMap(([name, value]) =>
      value === null
        ? [`${name}: write it as a JSON object, as docs/runbook/providers/sms-gateway.md shows`]
        : [],
    );
  const texts = JSON.stringify(SMS_GATEWAY_BODY);
  const missing = ['{to}', '{text}'].filter((placeholder) => !texts.includes(placeholder));
  if (missing.length > 0) return missing.map((placeholder) => `SMS_GATEWAY_BODY: use ${placeholder} in it`);
  const isNested = Object.values(SMS_GATEWAY_BODY).some((value) => typeof value === 'object');
  if (variables.SMS_GATEWAY_FORMAT === 'form' && isNested)
    return ['SMS_GATEWAY_BODY: a form has no objects or lists in it; use texts, or SMS_GATEWAY_FORMAT=json'];
  return { headers: SMS_GATEWAY_HEADERS, body: SMS_GATEWAY_BODY, reportFields: SMS_GATEWAY_REPORT_FIELDS };
}

function parseAs<T>(shape: z.ZodType<T>, json: string): T | null {
  try {
    return shape.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null; // not JSON: as wrong as any other text
  }
}
