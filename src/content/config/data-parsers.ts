import * as toml from 'smol-toml';
import * as yaml from 'yaml';

export function parseToml(text: string): unknown {
  return toml.parse(text);
}

export function parseYaml(text: string): unknown {
  return yaml.parse(text, { maxAliasCount: 100, logLevel: 'silent' });
}

/** Scalars stay strings: `version: 2.0` is "2.0" and not 2, `lang: no` is "no" and not false. */
export function parseYamlAsText(text: string, maxAliasCount: number): unknown {
  return yaml.parse(text, { schema: 'failsafe', uniqueKeys: false, maxAliasCount, logLevel: 'error' });
}
