import { asList, asObject, asText, asTexts } from '../config/values.ts';
import { resolveReference, type Located } from './resolve-reference.ts';

/** Maximum nesting and lines: nobody reads more. */
const deepest = 5;
const maxLines = 300;

/** Characters of a pattern. */
const maxPattern = 100;

type Schema = Record<string, unknown>;

/** Describes schemas as lists of their properties. References are followed, except recursive ones. */
export type SchemaReader = {
  /** `integer`, `array of User`, `"asc" | "desc"`. */
  type: (schema: unknown, file: string) => string;
  /** A nested list of the properties; empty for a schema without properties. */
  properties: (schema: unknown, file: string) => string[];
};

export function createSchemaReader(files: Map<string, unknown>): SchemaReader {
  const resolve = (schema: unknown, file: string): Located => resolveReference(files, schema, file);

  function type(given: unknown, givenFile: string, depth = 0): string {
    const { value, file, name } = resolve(given, givenFile);
    const schema = asObject(value);
    if (depth > deepest) return name ?? 'object';
    if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
    const choices = asList(schema['enum']);
    if (choices.length > 0)
      return choices
        .slice(0, 30)
        .map((choice) => JSON.stringify(choice))
        .join(' | ');
    const types = asTexts(schema['type']);
    if (types.includes('array')) return `array of ${type(schema['items'], file, depth + 1)}`;
    const variants = [...asList(schema['oneOf']), ...asList(schema['anyOf'])];
    if (variants.length > 0) {
      return (
        name ??
        variants
          .slice(0, 10)
          .map((variant) => type(variant, file, depth + 1))
          .join(' | ')
      );
    }
    const base = types.length === 0 ? 'object' : types.join(' | ');
    const shown = base === 'object' && name !== null ? name : base;
    const format = asText(schema['format']);
    const nullable = schema['nullable'] === true ? ' | null' : '';
    return `${shown}${format === null ? '' : ` (${format})`}${nullable}`;
  }

  function properties(given: unknown, givenFile: string): string[] {
    const lines: string[] = [];
    listProperties(given, givenFile, '', new Set(), lines);
    return lines;
  }

  function listProperties(
    given: unknown,
    givenFile: string,
    indent: string,
    open: Set<unknown>,
    lines: string[],
  ): void {
    const { value, file, name } = resolve(given, givenFile);
    const schema = asObject(value);
    if (open.has(value) || indent.length > deepest * 2 || lines.length > maxLines) return;
    const inside = new Set([...open, value]);
    if (schema['items'] !== undefined) listProperties(schema['items'], file, indent, inside, lines);
    for (const part of asList(schema['allOf'])) listProperties(part, file, indent, inside, lines);
    const required = asTexts(schema['required'] ?? []);
    for (const [key, property] of Object.entries(asObject(schema['properties']))) {
      lines.push(`${indent}- ${propertyLine(key, property, file, required.includes(key))}`);
      listProperties(property, file, `${indent}  `, inside, lines);
    }
    for (const variant of [...asList(schema['oneOf']), ...asList(schema['anyOf'])]) {
      const shape = resolve(variant, file);
      lines.push(
        `${indent}- one of: ${asText(asObject(shape.value)['title']) ?? shape.name ?? type(variant, file)}`,
      );
      listProperties(variant, file, `${indent}  `, inside, lines);
    }
    const values = schema['additionalProperties'];
    if (typeof values === 'object' && values !== null) {
      lines.push(`${indent}- any other key (${type(values, file)})${name === null ? '' : ` of ${name}`}`);
    }
  }

  function propertyLine(key: string, property: unknown, file: string, required: boolean): string {
    const schema: Schema = asObject(resolve(property, file).value);
    return fieldLine(
      key,
      [type(property, file), required ? 'required' : null],
      schema,
      asText(asObject(property)['description']),
    );
  }

  return { type: (schema, file) => type(schema, file), properties };
}

/** A name with its facts, limits and description: `` `limit` (integer, required, at most 100): How many. `` */
export function fieldLine(
  name: string,
  facts: (string | null)[],
  schema: Schema,
  described: string | null,
): string {
  const limits = [
    schema['deprecated'] === true ? 'deprecated' : null,
    schema['readOnly'] === true ? 'read only' : null,
    schema['default'] === undefined ? null : `default: ${JSON.stringify(schema['default'])}`,
    schema['minimum'] === undefined ? null : `at least ${String(schema['minimum'])}`,
    schema['maximum'] === undefined ? null : `at most ${String(schema['maximum'])}`,
    schema['minLength'] === undefined ? null : `at least ${String(schema['minLength'])} characters`,
    schema['maxLength'] === undefined ? null : `at most ${String(schema['maxLength'])} characters`,
    schema['maxItems'] === undefined ? null : `at most ${String(schema['maxItems'])} items`,
    typeof schema['pattern'] === 'string'
      ? `pattern: \`${schema['pattern'].slice(0, maxPattern).replaceAll('`', "'")}\``
      : null,
  ];
  const known = [...facts, ...limits].filter((fact) => fact !== null);
  const description = (described ?? asText(schema['description']) ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
  return `\`${name}\` (${known.join(', ')})${description === '' ? '' : `: ${description}`}`;
}
