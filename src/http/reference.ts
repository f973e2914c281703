import { escapeHtml } from '../lib/escape-html.ts';

/** The parts of the OpenAPI document that the page shows. */
type Document = { info: { title: string; description?: string }; paths?: object; components?: object };
type Operation = {
  summary?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: object }[];
  requestBody?: { content?: Record<string, { schema?: object }> };
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: object }> }>;
  security?: Record<string, unknown>[];
};
type Entry = { method: string; path: string; operation: Operation };

/** No scripts, and nothing from other hosts; the style is inline and allowed by its hash. */
export function referencePolicy(styleHash: string): string {
  return `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

export const referenceStyle = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; }
nav ul { columns: 2; padding-left: 1rem; } a { color: inherit; }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; padding: .5rem .75rem; }
summary { cursor: pointer; overflow-wrap: anywhere; } summary b { display: inline-block; min-width: 4rem; }
pre { background: var(--soft); overflow-x: auto; padding: .75rem; border-radius: .5rem; font-size: .85rem; }
table { border-collapse: collapse; width: 100%; } td, th { border-bottom: 1px solid var(--line); padding: .25rem .5rem .25rem 0; text-align: left; vertical-align: top; }
@media (max-width: 40rem) { nav ul { columns: 1; } }
`;

/** The API reference as one HTML page, generated from the OpenAPI document. */
export function referencePage(document: Document): string {
  const byTag = Map.groupBy(entriesOf(document), ({ operation }) => operation.tags?.[0] ?? 'Other');
  const tags = [...byTag.keys()];
  const schemas = Object.entries((document.components as { schemas?: object } | undefined)?.schemas ?? {});
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(document.info.title)} API</title><style>${referenceStyle}</style></head>
<body><header><h1>${escapeHtml(document.info.title)} API</h1><p>${escapeHtml(document.info.description ?? '')}
The same as a file: <a href="/openapi.json">openapi.json</a>.</p></header>
<nav aria-label="Contents"><ul>${[...tags, 'Schemas'].map((tag) => `<li><a href="#${anchor(tag)}">${escapeHtml(tag)}</a></li>`).join('')}</ul></nav>
<main>${tags.map((tag) => section(tag, byTag.get(tag)!.map(operationHtml))).join('')}
${section(
  'Schemas',
  schemas.map(([name, schema]) => foldable(anchor(`schema-${name}`), escapeHtml(name), code(schema))),
)}</main>
</body></html>`;
}

function entriesOf({ paths = {} }: Document): Entry[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      method,
      path,
      operation,
    })),
  );
}

function section(title: string, parts: string[]): string {
  return `<section aria-labelledby="${anchor(title)}"><h2 id="${anchor(title)}">${escapeHtml(title)}</h2>${parts.join('')}</section>`;
}

function operationHtml({ method, path, operation }: Entry): string {
  const { summary = '', parameters = [], requestBody, responses = {}, security = [] } = operation;
  const keys = security.flatMap((scheme) => Object.keys(scheme)).join(' or ') || 'none';
  const rows = parameters.map(
    (parameter) =>
      `<tr><td><code>${escapeHtml(parameter.name)}</code>${parameter.required ? ' *' : ''}</td><td>${escapeHtml(parameter.in)}</td><td>${escapeHtml(parameter.description ?? '')}<code>${escapeHtml(JSON.stringify(parameter.schema ?? {}))}</code></td></tr>`,
  );
  const table = `<table><thead><tr><th>Parameter</th><th>In</th><th>What</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  const bodies = contentHtml(requestBody?.content);
  const answers = Object.entries(responses).map(
    ([status, { description = '', content }]) =>
      `<h4>${escapeHtml(status)}</h4><p>${escapeHtml(description)}</p>${status.startsWith('2') ? contentHtml(content) : ''}`,
  );
  return foldable(
    anchor(`${method}-${path}`),
    `<b>${escapeHtml(method.toUpperCase())}</b> <code>${escapeHtml(path)}</code> ${escapeHtml(summary)}`,
    `<p>Key: ${escapeHtml(keys)}</p>${rows.length > 0 ? table : ''}${bodies && `<h3>Body</h3>${bodies}`}<h3>Answers</h3>${answers.join('')}`,
  );
}

function contentHtml(content: Record<string, { schema?: object }> = {}): string {
  return Object.entries(content)
    .map(([type, { schema }]) => `<p><code>${escapeHtml(type)}</code></p>${code(schema ?? {})}`)
    .join('');
}

function foldable(id: string, title: string, inside: string): string {
  return `<details id="${id}"><summary>${title}</summary>${inside}</details>`;
}

function code(schema: unknown): string {
  return `<pre tabindex="0"><code>${escapeHtml(JSON.stringify(schema, null, 2))}</code></pre>`;
}

function anchor(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
