import { z } from 'zod';
import type { CallDefinition } from '#platform/contract/call.ts';
import { commonErrors, type ErrorTable } from '#platform/contract/errors.ts';
import { type Schema, typeOf } from '../client/print-types.ts';

/** The reference of the API as Markdown: one page per first part of the path, by name. */
export function apiPages(calls: readonly CallDefinition[]): Map<string, string> {
  const groups = Map.groupBy(calls, ({ path }) => path.split('/')[1] ?? '');
  const names = [...groups.keys()].toSorted();
  const pages = new Map(
    names.map((name) => [
      `${name}.md`,
      [
        `# /${name}`,
        ...(groups.get(name) ?? []).toSorted((a, b) => a.path.localeCompare(b.path)).map(callText),
      ].join('\n\n'),
    ]),
  );
  const rows = names.map((name) => {
    const group = groups.get(name) ?? [];
    const first = group.find(({ method }) => method === 'GET') ?? group[0];
    return `| [/${name}](${name}.md) | ${group.length} | ${cell(first?.summary ?? '')} |`;
  });
  pages.set('index.md', [INTRODUCTION, TABLE_HEAD, rows.join('\n'), refusals(commonErrors)].join('\n'));
  return pages;
}

const INTRODUCTION = `# API reference

Every call of the API, generated from its contract. Calls are below \`/api\`; how to sign in and use them, with examples:
[API for integrators](../docs/integrators.md). Your own Kemas shows the same at \`/api/docs\`, and as OpenAPI 3.1 at
\`/api/openapi.json\`.
`;
const TABLE_HEAD = '| calls | number | for example |\n|---|---|---|';

function callText(call: CallDefinition): string {
  const { method, path, summary, who, aliases = [] } = call;
  const types = [
    ...(['params', 'query', 'body'] as const).flatMap((part) => {
      const type = call[part];
      return type === undefined ? [] : [`type ${capital(part)} = ${print(type, 'input')};`];
    }),
    call.produces === undefined
      ? `type Reply = ${print(call.reply, 'output')};`
      : `// replies with ${call.produces}`,
  ];
  return [
    `## ${method} ${path}`,
    sentence(summary),
    `For: ${who.join(', ')}.${call.idempotent ? ' Send an `Idempotency-Key`.' : ''}${
      aliases.length > 0 ? ` Also at ${aliases.map((alias) => `\`${alias}\``).join(', ')}.` : ''
    }`,
    `\`\`\`\n${types.join('\n')}\n\`\`\``,
    ...(call.errors ? [refusals(call.errors)] : []),
  ].join('\n\n');
}

function refusals(errors: ErrorTable): string {
  const rows = Object.entries(errors).map(
    ([code, { status, detail }]) => `| \`${code}\` | ${status} | ${cell(detail)} |`,
  );
  return ['', '| refusal | status | says |', '|---|---|---|', ...rows].join('\n');
}

/** A type with one field per line. */
function print(type: z.ZodType, io: 'input' | 'output'): string {
  const schema = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Schema;
  const { properties, required = [] } = schema;
  const nameOf = (ref: string) => ref.replace(/^.*\//, '');
  if (properties === undefined || Object.keys(properties).length === 0) return typeOf(schema, nameOf);
  const fields = Object.entries(properties).map(
    ([name, field]) => `  ${name}${required.includes(name) ? '' : '?'}: ${typeOf(field, nameOf)};`,
  );
  return ['{', ...fields, '}'].join('\n');
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function sentence(text: string): string {
  return escaped(text).replace(/([^.])$/, '$1.');
}

function cell(text: string): string {
  return escaped(text).replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** The site reads `<` and `{{` as markup. */
function escaped(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('{{', '{&#8203;{');
}
