import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

type Json = { [key: string]: any };

const description: Json = JSON.parse(
  readFileSync(new URL('../fixtures/github-openapi.json', import.meta.url), 'utf8'),
);
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(nullable(description), 'github');
const compiled = new Map<string, ValidateFunction>();

/** Notes what of a request GitHub's description does not allow: the path, a query parameter, the body. */
export function checkRequest(
  violations: string[],
  request: { method: string; path: string; query: URLSearchParams; body: unknown },
): void {
  const { method, path, query, body } = request;
  const found = operation(method, path);
  if (found === undefined) return void violations.push(`${method} ${path} is not described`);
  const parameters: Json[] = (found.operation['parameters'] ?? []).map(resolve);
  for (const [name, value] of query) {
    const parameter = parameters.find((each) => each['name'] === name && each['in'] === 'query');
    if (parameter === undefined) violations.push(`${method} ${path}: unknown query parameter ${name}`);
    else if (parameter['schema'].enum?.includes(value) === false)
      violations.push(`${method} ${path}: ${name}=${value}`);
  }
  const steps = ['requestBody', 'content', 'application/json', 'schema'];
  if (body !== undefined) validate(violations, found.pointer, steps, body, `${method} ${path} request`, true);
}

/** Notes where an answer is not what GitHub's description says. */
export function checkAnswer(
  violations: string[],
  method: string,
  path: string,
  answer: { status: number; body: unknown },
): void {
  const found = operation(method, path);
  const response = found?.operation['responses'][answer.status];
  if (found === undefined || response === undefined) return;
  if (response.$ref === undefined && response.content?.['application/json'] === undefined) return;
  const pointer = response.$ref?.slice(1).split('/').slice(1) ?? [
    ...found.pointer,
    'responses',
    String(answer.status),
  ];
  validate(
    violations,
    pointer,
    ['content', 'application/json', 'schema'],
    answer.body,
    `${method} ${path} answer ${answer.status}`,
    false,
  );
}

/** The smallest answer that the description allows, with some values set. */
export function sampleAnswer(method: string, path: string, status: number, values: object): unknown {
  const schema = operation(method, path)!.operation['responses'][status].content['application/json'].schema;
  const sample = sampleOf(schema);
  return Array.isArray(values)
    ? values.map((each) => ({ ...(sampleOf(resolve(schema)['items']) as object), ...each }))
    : { ...(sample as object), ...values };
}

/** The smallest value that a named schema allows, with some values set. */
export function sampleSchema(name: string, values: object): object {
  const schema = { ...description['components'].schemas[name], nullable: false };
  return { ...(sampleOf(schema) as object), ...values };
}

function validate(
  violations: string[],
  pointer: string[],
  steps: string[],
  value: unknown,
  what: string,
  closed: boolean,
): void {
  const full = [...pointer, ...steps]
    .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  let check = compiled.get(full);
  if (check === undefined) compiled.set(full, (check = ajv.compile({ $ref: `github#/${full}` })));
  if (!check(value)) violations.push(`${what}: ${ajv.errorsText(check.errors)}`);
  const known = [...pointer, ...steps].reduce<Json | undefined>((at, step) => at?.[step], description)?.[
    'properties'
  ];
  if (!closed || known === undefined) return;
  for (const key of Object.keys(value as object))
    if (!(key in known)) violations.push(`${what}: unknown field ${key}`);
}

function operation(method: string, path: string): { pointer: string[]; operation: Json } | undefined {
  const name = Object.keys(description['paths']).find((template) => {
    const pattern = template.replace(/\{\w+\}/g, '[^/]+');
    return new RegExp(`^${pattern}$`).test(path);
  });
  const found = name && description['paths'][name][method.toLowerCase()];
  return found && { pointer: ['paths', name, method.toLowerCase()], operation: found };
}

function resolve(schema: Json): Json {
  if (typeof schema['$ref'] !== 'string') return schema;
  return resolve(
    schema['$ref']
      .slice(2)
      .split('/')
      .reduce<any>((at, step) => at[step], description),
  );
}

function sampleOf(given: Json): unknown {
  const schema = resolve(given);
  if (schema['nullable']) return null;
  if (schema['enum']) return schema['enum'][0];
  const variant = schema['oneOf'] ?? schema['anyOf'] ?? schema['allOf'];
  if (variant) return sampleOf(variant[0]);
  if (schema['type'] === 'object' || schema['properties']) {
    const names: string[] = schema['required'] ?? [];
    return Object.fromEntries(names.map((name) => [name, sampleOf(schema['properties']?.[name] ?? {})]));
  }
  const samples: Json = { array: [], integer: 1, number: 1, boolean: false, string: 'x' };
  return samples[schema['type']] ?? null;
}

// OpenAPI 3.0 says `nullable: true` where JSON Schema says `type: [..., 'null']`.
function nullable(value: any): any {
  if (Array.isArray(value)) return value.map(nullable);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, nullable(child)]));
  if (value.nullable !== true) return copy;
  const { nullable: _, ...rest } = copy as Json;
  return { anyOf: [{ type: 'null' }, rest] };
}
