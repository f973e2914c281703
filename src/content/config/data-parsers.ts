import * as toml from 'smol-toml';
import * as yaml from 'yaml';

export function parseToml(text: string): unknown {
  return toml.parse(text);
}

/** What does not parse is left out, and told to `report`. */
export function parseYaml(text: string, report: (reason: string) => void): unknown {
  const document = yaml.parseDocument(text, { uniqueKeys: false, logLevel: 'silent' });
  const [fault] = document.errors;
  if (fault !== undefined) report(fault.message);
  return document.toJS({ maxAliasCount: 100 });
}

/** Scalars stay strings: `version: 2.0` is "2.0" and not 2, `lang: no` is "no" and not false. */
export function parseYamlAsText(text: string, maxAliasCount: number): unknown {
  return yaml.parse(text, { schema: 'failsafe', uniqueKeys: false, maxAliasCount, logLevel: 'error' });
}

// What reads a file to change it asks for the places of its nodes.
export { yaml };
