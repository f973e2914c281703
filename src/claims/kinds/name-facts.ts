import type { ClaimKind } from '../claim.ts';
import { isSpecific } from '../names.ts';
import type { PageLine } from '../page-lines.ts';
import type { FoundFact } from './found-fact.ts';

/** Names in running text count only when they are of several words. */
export function nameFacts(line: PageLine): FoundFact[] {
  if (line.kind === 'code') return [];
  const { terms, spans, group } = line;
  const defined = terms.flatMap((term) => namesIn(term, line).map((fact) => ({ ...fact, group })));
  const isDefined = new Set(defined.map(({ name }) => name));
  const mentioned = spans
    .filter((span) => !terms.includes(span))
    .flatMap((span) => namesIn(span, line))
    .filter(({ name, kind }) => !isDefined.has(name) && (kind === 'flag' || isSpecific(name)));
  return [...defined, ...mentioned];
}

function namesIn(span: string, line: PageLine): FoundFact[] {
  const flags = flagsIn(span);
  if (flags.length > 0 || span.startsWith('-'))
    return flags.map((name) => ({ kind: 'flag', text: name, name, value: null, group: null }));
  const [, name = '', call = ''] =
    /^["']?([A-Za-z_$][\w$.-]{1,80})["']?(\([^)]{0,100}\))?(?:[=:]\s?\S{0,80})?$/.exec(span) ?? [];
  if (name.length < 3 || name.includes('..') || isFileName(name)) return [];
  const kind = kindOf(name, call !== '', line);
  return [{ kind, text: name + (call === '' ? '' : '()'), name, value: null, group: null }];
}

function isFileName(name: string): boolean {
  return /\.(?:[cm]?[jt]sx?|json5?|ya?ml|toml|md|mdx|rst|html?|css|scss|py|go|rs|java|sh|txt|xml|lock|env|conf|cfg|ini|log|exe|com|org|dev|io|net|app)$/i.test(
    name,
  );
}

/** `-p, --port <number>` names a flag. */
export function flagsIn(span: string): string[] {
  return Array.from(
    span.matchAll(/(?<![\w-])--[a-z][a-z\d]{0,30}(?:[-_.][a-z\d]{1,30}){0,8}(?![\w-])/gi),
    ([flag]) => flag,
  );
}

function kindOf(name: string, isCalled: boolean, { topic, headers, kind, terms }: PageLine): ClaimKind {
  if (/^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/.test(name)) {
    if (/(?:^|_)(?:ERR|ERROR|E)(?:_|$)/.test(name) || /\berrors?\b/.test(topic)) return 'error code';
    return /\bconfig/.test(topic) && !/env/.test(topic) ? 'configuration key' : 'environment variable';
  }
  if (/error|code/.test(headers[0] ?? '') && /\berrors?\b/.test(topic)) return 'error code';
  if (isCalled || /^[A-Z]/.test(name)) return 'export';
  if (name.includes('.') || /\bconfig|\bsettings?\b/.test(topic)) return 'configuration key';
  return kind === 'text' || terms.length === 0 ? (/\bapi\b/.test(topic) ? 'export' : 'option') : 'option';
}
