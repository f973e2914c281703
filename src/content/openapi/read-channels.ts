import { asList, asObject, asText } from '../config/values.ts';
import { fieldLine } from './describe-schema.ts';
import { type Api, exampleOf } from './describe-operation.ts';
import type { Operation } from './operation.ts';
import { resolveReference } from './resolve-reference.ts';

/** What an application does on a channel. */
type Action = { name: string; operation: Record<string, unknown>; file: string };

/** Maximum channels of one API, actions on a channel, and messages of an action. */
const maxChannels = 2000;
const maxActions = 50;
const maxMessages = 50;

/** The channels of an AsyncAPI 2 or 3 description, each with what is sent and received on it. https://www.asyncapi.com/docs/reference */
export function readChannels(api: Api): Operation[] {
  const operations = Object.entries(asObject(api.root['operations']));
  return Object.entries(asObject(api.root['channels']))
    .slice(0, maxChannels)
    .map(([key, given]) => {
      const { value, file } = resolveReference(api.files, given, api.file);
      const channel = asObject(value);
      const own = operations.flatMap(([name, one]) => {
        const located = resolveReference(api.files, one, api.file);
        const operation = asObject(located.value);
        const target = asText(asObject(operation['channel'])['$ref']);
        return target === `#/channels/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
          ? [{ name: `${asText(operation['action']) ?? ''} ${name}`, operation, file: located.file }]
          : [];
      });
      return channelOf(api, key, channel, [...actionsOf(channel, file), ...own].slice(0, maxActions), file);
    });
}

/** In version 2, actions are those of a channel: a client may publish to it, or subscribe to it. */
function actionsOf(channel: Record<string, unknown>, file: string): Action[] {
  return ['publish', 'subscribe'].flatMap((action) => {
    if (channel[action] === undefined) return [];
    const operation = asObject(channel[action]);
    return [{ name: `${action} ${asText(operation['operationId']) ?? ''}`.trim(), operation, file }];
  });
}

function channelOf(
  api: Api,
  key: string,
  channel: Record<string, unknown>,
  actions: Action[],
  file: string,
): Operation {
  const address = asText(channel['address']) ?? key;
  const description = asText(channel['description']) ?? asText(channel['summary']);
  const tags = [channel, ...actions.map(({ operation }) => operation)].flatMap((one) => asList(one['tags']));
  // In version 3 a channel has messages, and its operations those of them that they name.
  const unused = actions.length === 0 ? Object.values(asObject(channel['messages'])) : [];
  const blocks = [
    `\`${address}\``,
    description ?? '',
    ...describeParameters(api, asObject(channel['parameters']), file),
    ...actions.flatMap((action) => describeAction(api, channel, action)),
    ...unused.slice(0, maxMessages).flatMap((message) => describeMessage(api, message, file)),
  ];
  return {
    pointer: `/channels/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    method: 'channel',
    path: address,
    operationId: key,
    summary: asText(channel['title']) ?? key,
    tag: asText(asObject(tags[0])['name']),
    description:
      description
        ?.split(/\n\s*\n/, 1)[0]
        ?.trim()
        .slice(0, 300) ?? null,
    href: null,
    markdown: blocks.filter((block) => block !== '').join('\n\n'),
  };
}

function describeParameters(api: Api, parameters: Record<string, unknown>, file: string): string[] {
  const lines = Object.entries(parameters).map(([name, given]) => {
    const { value, file: at } = resolveReference(api.files, given, file);
    const parameter = asObject(value);
    const schema = parameter['schema'] ?? { type: 'string', enum: parameter['enum'] };
    const facts = {
      ...asObject(resolveReference(api.files, schema, at).value),
      default: parameter['default'],
    };
    return `- ${fieldLine(name, [api.schemas.type(schema, at)], facts, asText(parameter['description']))}`;
  });
  return lines.length === 0 ? [] : ['## Parameters', lines.join('\n')];
}

function describeAction(
  api: Api,
  channel: Record<string, unknown>,
  { name, operation, file }: Action,
): string[] {
  const message = asObject(resolveReference(api.files, operation['message'] ?? {}, file).value);
  const named = asList(operation['messages']);
  const messages =
    operation['message'] !== undefined
      ? asList(message['oneOf'] ?? [operation['message']])
      : named.length > 0
        ? named
        : Object.values(asObject(channel['messages']));
  const replies = asList(asObject(operation['reply'])['messages']);
  const title = asText(operation['title']) ?? asText(operation['summary']);
  return [
    `## ${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    title ?? '',
    asText(operation['description']) ?? '',
    ...messages.slice(0, maxMessages).flatMap((one) => describeMessage(api, one, file)),
    ...(replies.length === 0 ? [] : ['### Reply']),
    ...replies.slice(0, maxMessages).flatMap((one) => describeMessage(api, one, file)),
  ];
}

function describeMessage(api: Api, given: unknown, file: string): string[] {
  const { value, file: at, name } = resolveReference(api.files, given, file);
  const message = asObject(value);
  const title = asText(message['title']) ?? asText(message['name']) ?? name ?? 'Message';
  const parts = ['headers', 'payload'].flatMap((part) => {
    // A payload of another schema language is `{schemaFormat, schema}`.
    const schema = asObject(message[part])['schema'] ?? message[part];
    if (schema === undefined) return [];
    const label = `${part.charAt(0).toUpperCase()}${part.slice(1)}`;
    return [`${label}: ${api.schemas.type(schema, at)}`, api.schemas.properties(schema, at).join('\n')];
  });
  const example = asObject(asList(message['examples'])[0])['payload'];
  return [
    `### ${title}`,
    asText(message['summary']) ?? '',
    asText(message['description']) ?? '',
    ...parts,
    exampleOf(api, { example, schema: message['payload'] }, at),
  ];
}
