import { asList, asObject, asText } from '../config/values.ts';
import { fenced } from '../markdown/section-text.ts';
import { fieldLine, type SchemaReader } from './describe-schema.ts';
import { titleOf, type Operation } from './operation.ts';
import { resolveReference } from './resolve-reference.ts';

export type Api = {
  file: string;
  files: Map<string, unknown>;
  root: Record<string, unknown>;
  schemas: SchemaReader;
};

/** Maximum characters of an example. */
const maxExampleLength = 4000;

/** An operation as Markdown: method and path, description, parameters, body, responses. */
export function describeOperation(
  api: Api,
  method: string,
  path: string,
  operation: Record<string, unknown>,
  file: string,
): string {
  const blocks = [
    `\`${method.toUpperCase()} ${path}\``,
    operation['deprecated'] === true ? '**Deprecated.**' : '',
    asText(operation['description']) ?? '',
    describeSecurity(asList(operation['security'] ?? api.root['security'])),
    ...describeParameters(api, asList(operation['parameters']), file),
    ...describeBody(api, operation['requestBody'], file),
    ...describeResponses(api, asObject(operation['responses']), file),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

/** The overview of the API, with its operations. */
export function describeOverview({ root, files, file }: Api, operations: Operation[]): Operation {
  const info = asObject(root['info']);
  const servers = serversOf(root['servers']);
  const schemes = Object.entries(asObject(asObject(root['components'])['securitySchemes'])).map(
    ([name, given]) => {
      const scheme = asObject(resolveReference(files, given, file).value);
      const facts = [scheme['type'], scheme['scheme'], scheme['in'], scheme['name']].filter(
        (fact) => typeof fact === 'string',
      );
      const description = asText(scheme['description']);
      return `- \`${name}\` (${facts.join(', ')})${description === null ? '' : `: ${description}`}`;
    },
  );
  const list = operations.map((one) => {
    const name = one.method === 'channel' ? one.path : `${one.method.toUpperCase()} ${one.path}`;
    return `- \`${name}\`${titleOf(one) === name ? '' : `: ${titleOf(one)}`}`;
  });
  const blocks = [
    asText(info['description']) ?? '',
    servers.length > 0 ? `Base URL: ${servers.map((url) => `\`${url}\``).join(', ')}` : '',
    ...(schemes.length > 0 ? ['## Authentication', schemes.join('\n')] : []),
    operations.some(({ method }) => method !== 'channel') ? '## Operations' : '## Channels',
    list.join('\n'),
  ];
  return {
    pointer: '',
    method: '',
    path: '',
    operationId: null,
    summary: asText(info['title']) ?? 'API',
    tag: null,
    description: null,
    href: null,
    markdown: blocks.filter((block) => block !== '').join('\n\n'),
  };
}

/** A list in OpenAPI, by name in AsyncAPI, where since version 3 host and path are apart. */
function serversOf(servers: unknown): string[] {
  const listed = Array.isArray(servers) ? servers : Object.values(asObject(servers));
  return listed.flatMap((server) => {
    const { url, protocol, host, pathname } = asObject(server);
    const place = asText(host) === null ? null : `${asText(host)}${asText(pathname) ?? ''}`;
    return (
      asText(url) ??
      (place === null ? [] : asText(protocol) === null ? place : `${asText(protocol)}://${place}`)
    );
  });
}

function describeSecurity(security: unknown[]): string {
  const names = security.flatMap((choice) => Object.keys(asObject(choice)));
  return names.length === 0
    ? ''
    : `Authorization: ${[...new Set(names)].map((name) => `\`${name}\``).join(' or ')}`;
}

function describeParameters(api: Api, parameters: unknown[], file: string): string[] {
  const lines = parameters.flatMap((given) => {
    const { value, file: at } = resolveReference(api.files, given, file);
    const parameter = asObject(value);
    const name = asText(parameter['name']);
    if (name === null) return [];
    const schema = asObject(resolveReference(api.files, parameter['schema'] ?? {}, at).value);
    const facts = [
      asText(parameter['in']),
      api.schemas.type(parameter['schema'] ?? {}, at),
      parameter['required'] === true ? 'required' : null,
    ];
    return [
      `- ${fieldLine(name, facts, { ...schema, deprecated: parameter['deprecated'] }, asText(parameter['description']))}`,
    ];
  });
  return lines.length === 0 ? [] : ['## Parameters', lines.join('\n')];
}

function describeBody(api: Api, given: unknown, file: string): string[] {
  if (given === undefined) return [];
  const { value, file: at } = resolveReference(api.files, given, file);
  const body = asObject(value);
  const content = describeContent(api, asObject(body['content']), at);
  const required = body['required'] === true ? 'Required. ' : '';
  return ['## Request body', `${required}${asText(body['description']) ?? ''}`, ...content];
}

function describeResponses(api: Api, responses: Record<string, unknown>, file: string): string[] {
  const blocks = Object.entries(responses).flatMap(([status, given]) => {
    const { value, file: at } = resolveReference(api.files, given, file);
    const response = asObject(value);
    const description = asText(response['description']) ?? '';
    return [
      `### ${status}`,
      description,
      describeHeaders(api, asObject(response['headers']), at),
      ...describeContent(api, asObject(response['content']), at),
    ];
  });
  return blocks.length === 0 ? [] : ['## Responses', ...blocks];
}

function describeHeaders(api: Api, headers: Record<string, unknown>, file: string): string {
  const lines = Object.entries(headers).map(([name, given]) => {
    const { value, file: at } = resolveReference(api.files, given, file);
    const { schema = {}, description, deprecated } = asObject(value);
    const facts = { ...asObject(resolveReference(api.files, schema, at).value), deprecated };
    return `- ${fieldLine(name, [api.schemas.type(schema, at)], facts, asText(description))}`;
  });
  return lines.length === 0 ? '' : `Headers:\n\n${lines.join('\n')}`;
}

/** Media types with the same schema are described once. */
function describeContent(api: Api, content: Record<string, unknown>, file: string): string[] {
  const told = new Set<string>();
  return Object.entries(content).flatMap(([mediaType, given]) => {
    const media = asObject(given);
    const schema = media['schema'];
    const lines = schema === undefined ? [] : api.schemas.properties(schema, file);
    const shape = JSON.stringify([lines, schema === undefined ? '' : api.schemas.type(schema, file)]);
    if (told.has(shape)) return [];
    told.add(shape);
    const type = schema === undefined ? '' : `: ${api.schemas.type(schema, file)}`;
    return [`\`${mediaType}\`${type}`, lines.join('\n'), exampleOf(api, media, file)];
  });
}

export function exampleOf(api: Api, media: Record<string, unknown>, file: string): string {
  const [first] = Object.values(asObject(media['examples']));
  const listed = asObject(resolveReference(api.files, first ?? {}, file).value)['value'];
  const schema = asObject(resolveReference(api.files, media['schema'] ?? {}, file).value);
  const example = media['example'] ?? listed ?? schema['example'] ?? asList(schema['examples'])[0];
  if (example === undefined) return '';
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  return `Example:\n\n${fenced(text.slice(0, maxExampleLength), typeof example === 'string' ? '' : 'json')}`;
}
