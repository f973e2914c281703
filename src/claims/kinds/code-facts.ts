import type { PageLine } from '../page-lines.ts';
import { isSpecific } from '../names.ts';
import type { FoundFact } from './found-fact.ts';
import { flagsIn } from './name-facts.ts';

const shells = new Set(['', 'sh', 'bash', 'shell', 'console', 'shellsession', 'zsh', 'text', 'terminal']);
const data = new Set(['yaml', 'yml', 'json', 'json5', 'jsonc', 'toml', 'ini']);
const maxNames = 40;

/** Flags of commands, keys of configurations, and what is imported and called in a code block. */
export function codeFacts({ kind, text, language }: PageLine): FoundFact[] {
  if (kind !== 'code') return [];
  if (/^\s*(?:#|\/\/|\/?\*)/.test(text)) return [];
  if (shells.has(language)) {
    const flags = flagsIn(text).map((name) => mention('flag', name));
    const assigned = text.matchAll(/(?<![\w.$])([A-Z][A-Z\d]{0,30}(?:_[A-Z\d]{1,30}){1,8})=/g);
    const set = Array.from(assigned, ([, name]) => mention('environment variable', name!));
    return [...prometheusDefault(text), ...flags, ...set].slice(0, maxNames);
  }
  if (data.has(language)) return [...prometheusDefault(text), ...keysIn(text)];
  const imported = importsIn(text);
  const called = Array.from(text.matchAll(/(?<![\w$])([A-Za-z_$][\w$]{2,60})\(/g), ([, name]) => name!);
  const keys = keysIn(text);
  return [...imported, ...called.filter(isSpecific).map((name) => mention('export', name)), ...keys].slice(
    0,
    maxNames,
  );
}

function mention(kind: FoundFact['kind'], name: string): FoundFact {
  return { kind, text: name, name, value: null, group: null };
}

function keysIn(text: string): FoundFact[] {
  const keys = text.matchAll(/(?<![\w$.-])["']?([A-Za-z_$][\w$.-]{2,60})["']?(?=\s?[:=](?![:=]))/g);
  return Array.from(keys, ([, name]) => name!)
    .filter(isSpecific)
    .slice(0, maxNames)
    .map((name) => mention('configuration key', name));
}

/** `[ scrape_interval: <duration> | default = 1m ]`, as Prometheus and its kin describe keys. */
function prometheusDefault(text: string): FoundFact[] {
  const [, name, value] =
    /^\s*\[? ?([a-z]\w{1,60}): ?<[\w -]{1,60}> ?\| ?default ?= ?([^\s\]]{1,60}) ?\]?$/.exec(text) ?? [];
  return name === undefined || value === undefined
    ? []
    : [{ kind: 'default', text: `${name}: ${value}`, name, value, group: null }];
}

/** What is imported, with the package that it comes from as the value. */
function importsIn(text: string): FoundFact[] {
  const [, script, from] =
    /^\s*import (?:type )?\{([^}\n]{1,500})\} from ["']([@\w][^"'\n]{0,100})["']/.exec(text) ?? [];
  const [, module, names] = /^\s*from (\w[\w.]{0,100}) import \(?([\w, ]{1,500})/.exec(text) ?? [];
  const list = script ?? names;
  const source = from ?? module;
  if (list === undefined || source === undefined) return [];
  return list
    .split(',')
    .map(
      (one) =>
        one
          .trim()
          .replace(/^type /, '')
          .split(/\s/)[0]!,
    )
    .filter((name) => name.length > 2 && /^[\w$]+$/.test(name))
    .map((name) => ({ kind: 'export', text: `${name} from ${source}`, name, value: source, group: null }));
}
