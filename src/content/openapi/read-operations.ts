import type { ModuleSource } from '../config/read-module.ts';
import { readModule } from '../config/read-module.ts';
import { asList, asObject, asText, asTexts } from '../config/values.ts';
import { createSchemaReader } from './describe-schema.ts';
import { describeOverview, describeOperation, type Api } from './describe-operation.ts';
import { upgradeSwagger } from './upgrade-swagger.ts';
import type { Operation } from './operation.ts';
import { readChannels } from './read-channels.ts';
import { resolveReference } from './resolve-reference.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** Maximum operations of one API. */
const maxOperations = 5000;

/**
 * The operations of an OpenAPI 3.0, 3.1 or Swagger 2 description, or the channels of an AsyncAPI one, after an overview of
 * the API; empty when the file is no such description. The description may be split into the given files; nothing else is read.
 */
export function readOperations({ file, texts }: ModuleSource): Operation[] {
  const files = new Map(
    Object.keys(texts).map((name) => [name, readModule({ file: name, texts })['default']]),
  );
  const root = asObject(files.get(file));
  if (/^[23]/.test(String(root['asyncapi'] ?? ''))) {
    const api: Api = { file, files, root, schemas: createSchemaReader(files) };
    const channels = readChannels(api);
    return channels.length === 0 ? [] : [describeOverview(api, channels), ...channels];
  }
  if (!/^[23]/.test(String(root['openapi'] ?? root['swagger'] ?? ''))) return [];
  if (root['swagger'] !== undefined) files.set(file, upgradeSwagger(root));
  const api: Api = { file, files, root: asObject(files.get(file)), schemas: createSchemaReader(files) };
  const operations: Operation[] = [];
  for (const group of ['paths', 'webhooks']) {
    for (const [path, given] of Object.entries(asObject(api.root[group]))) {
      const item = resolveReference(files, given, file);
      const { parameters, ...entries } = asObject(item.value);
      for (const method of methods.filter((name) => entries[name] !== undefined)) {
        if (operations.length >= maxOperations) break;
        const own = asObject(entries[method]);
        const all = { ...own, parameters: [...asList(parameters), ...asList(own['parameters'])] };
        operations.push({
          pointer: `/${group}/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`,
          method,
          path,
          operationId: asText(own['operationId']),
          summary: asText(own['summary']),
          tag: asText(asList(own['tags'])[0]),
          description: firstSentence(asText(own['description'])),
          href: asText(asObject(own['x-mint'])['href']),
          ...sdkOf(own),
          markdown: describeOperation(api, method, path, all, item.file),
        });
      }
    }
  }
  return operations.length === 0 ? [] : [describeOverview(api, operations), ...operations];
}

/** https://buildwithfern.com/learn/api-definitions/openapi/extensions/method-names */
function sdkOf(operation: Record<string, unknown>): Pick<Operation, 'sdk'> {
  const groups = operation['x-fern-sdk-group-name'];
  const method = asText(operation['x-fern-sdk-method-name']);
  return method === null
    ? {}
    : { sdk: [...(typeof groups === 'string' ? [groups] : asTexts(groups)), method] };
}

function firstSentence(description: string | null): string | null {
  return (
    description
      ?.split(/\n\s*\n/, 1)[0]
      ?.trim()
      .slice(0, 300) ?? null
  );
}
