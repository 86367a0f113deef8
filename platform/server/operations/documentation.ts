import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Api } from '../http/api.ts';
import { setPageHeaders } from '../http/security-headers.ts';
import { errorCodes, openApiDocument } from './openapi.ts';

const OWN = path.join(import.meta.dirname, 'docs-page');
const SWAGGER = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
/** Everything the page loads; no other file of those directories is reachable. */
const FILES: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  'docs.css': { file: path.join(OWN, 'docs.css'), type: 'text/css; charset=utf-8' },
  'start.js': { file: path.join(OWN, 'start.js'), type: 'text/javascript; charset=utf-8' },
  'swagger-ui.css': { file: path.join(SWAGGER, 'swagger-ui.css'), type: 'text/css; charset=utf-8' },
  'swagger-ui-bundle.js': {
    file: path.join(SWAGGER, 'swagger-ui-bundle.js'),
    type: 'text/javascript; charset=utf-8',
  },
};

/** Serves `/api/openapi.json`, and `/api/docs` for people. Mount it after every route is registered. */
export function serveDocumentation(api: Api): void {
  const { fastify, calls } = api;
  let document: string | undefined;
  fastify.get('/api/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(calls));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  fastify.get('/api/docs', (_request, reply) => {
    setPageHeaders(reply);
    return reply.type('text/html; charset=utf-8').send(page(api));
  });
  for (const [name, { file, type }] of Object.entries(FILES)) {
    fastify.get(`/api/docs/${name}`, async (_request, reply) => reply.type(type).send(await readFile(file)));
  }
}

function page({ calls }: Api): string {
  const codes = errorCodes(calls).map(([code, meanings]) => {
    const sentences = meanings.map(
      ({ status, title, detail }) => `<dd>${status} · ${text(title)}: ${text(detail)}</dd>`,
    );
    return `<dt id="${text(code)}"><code>${text(code)}</code></dt>${sentences.join('')}`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kemas API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/docs.css">
<script src="/api/docs/swagger-ui-bundle.js" defer></script>
<script src="/api/docs/start.js" defer></script>
</head>
<body>
<main>
<div id="calls"><noscript>The list of calls needs JavaScript. The document itself: <a href="/api/openapi.json">openapi.json</a>.</noscript></div>
<section class="codes"><h2>What a refusal can say</h2><dl>${codes.join('')}</dl></section>
</main>
</body>
</html>`;
}

function text(raw: string): string {
  return raw.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
