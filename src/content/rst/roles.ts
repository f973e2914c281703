import type { PhrasingContent } from 'mdast';
import { type Context, type Place, text } from './context.ts';
import { normalName } from './ids.ts';
import { substitutionOf } from './substitutions.ts';

/** Object roles that are shown with `()`; all of them are shown as code. */
const calls = new Set(['func', 'meth', 'function', 'method']);

const objects = new Set(
  'func meth class mod attr data exc obj const func method function attribute property module exception type deco macro struct member var enum enumerator union namespace expr texpr concept envvar confval setting'.split(
    ' ',
  ),
);

const asText = new Set(
  'abbr abbreviation sub sup subscript superscript dfn newline underline del bdg eval'.split(' '),
);

/** The role that has no name is `title-reference`. */
const emphasized = new Set(['', 'emphasis', 'title', 'title-reference', 't']);

const unseen = new Set(
  'raw raw-html octicon fas fab far material-regular material-outlined material-round'.split(' '),
);

const hrefs: Record<string, (value: string) => [string, string]> = {
  pep: (value) => [`https://peps.python.org/pep-${value.split('#')[0]?.padStart(4, '0')}/`, `PEP ${value}`],
  rfc: (value) => [`https://datatracker.ietf.org/doc/html/rfc${value}`, rfcTitle(value)],
  cve: (value) => [`https://www.cve.org/CVERecord?id=CVE-${value}`, `CVE ${value}`],
};

/** `6113#section-5.2` is “RFC 6113 Section 5.2”. https://www.sphinx-doc.org/en/master/usage/restructuredtext/roles.html#role-rfc */
function rfcTitle(value: string): string {
  const [, rfc, kind = '', part] = /^(\d+)#(appendix|page|section)-(.+)$/.exec(value) ?? [];
  return part === undefined
    ? `RFC ${value}`
    : `RFC ${rfc} ${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${part}`;
}

/** The inline content of a role, in reStructuredText and MyST. https://www.sphinx-doc.org/en/master/usage/referencing.html */
export function renderRole(role: string, content: string, context: Context): PhrasingContent[] {
  const name = role
    .toLowerCase()
    .replace(/^(?:py|js|c|cpp|std|rst|rust|go|php|java|ruby|dn|http|eql|confval):/, '');
  const [shown, target] = splitTitle(content);
  const { extlinks = {} } = context.facts;
  const extlink = extlinks[role];
  if (extlink !== undefined) {
    const [pattern, caption] = extlink;
    return link(
      pattern.replace('%s', target),
      shown ?? (caption === '' ? target : caption.replace('%s', target)),
    );
  }
  const href = hrefs[name];
  if (href !== undefined) {
    const [url, label] = href(target);
    return link(url, shown ?? label);
  }
  if (objects.has(name)) return objectLink(name, shown, target, context);
  return renderReference(name, shown, target, context) ?? renderShown(name, shown, content);
}

/** A role that leads somewhere; null for others. */
function renderReference(
  name: string,
  shown: string | null,
  target: string,
  context: Context,
): PhrasingContent[] | null {
  const { places = {} } = context.facts;
  switch (name) {
    case 'ref':
    case 'numref':
    case 'any':
    case 'eq': {
      const place =
        places[`ref:${normalName(target)}`] ??
        (name === 'any' ? (places[`doc:${target}`] ?? findObject(target, context)) : undefined);
      return place === undefined
        ? [text(shown ?? target)]
        : link(place.url, shown ?? (titleOf(place, context) || target));
    }
    case 'doc': {
      const place = places[`doc:${target}`];
      return link(place?.url ?? target, shown ?? ((place && titleOf(place, context)) || target));
    }
    case 'download':
      return link(target, shown ?? target);
    case 'term': {
      const place = places[`term:${normalName(target)}`];
      return place === undefined ? [text(shown ?? target)] : link(place.url, shown ?? target);
    }
    case 'option': {
      const place = places[`obj:${target}`];
      return place === undefined
        ? [code(shown ?? target)]
        : [{ type: 'link', url: place.url, children: [code(shown ?? target)] }];
    }
    default:
      return null;
  }
}

/** A role that says how its text is shown: as code, unless it is known. */
function renderShown(name: string, shown: string | null, content: string): PhrasingContent[] {
  if (unseen.has(name)) return [];
  if (asText.has(name)) return [text(content)];
  if (emphasized.has(name)) return [{ type: 'emphasis', children: [text(content)] }];
  if (name === 'strong') return [{ type: 'strong', children: [text(content)] }];
  if (name === 'guilabel' || name === 'menuselection')
    return [text(content.replaceAll('-->', '→').replaceAll(/&(?=\w)/g, ''))];
  if (name === 'index') return [text(shown ?? content.replace(/^[^;]*;\s*/, ''))];
  return name.startsWith('bdg-') ? [text(shown ?? content)] : [code(shown ?? content)];
}

/** A title may use replacements that all pages share. */
function titleOf({ title }: Place, context: Context): string {
  return title.includes('|')
    ? title.replaceAll(
        /\|([^|\s][^|]{0,80})\|/g,
        (whole, name: string) => substitutionOf(name, context) ?? whole,
      )
    : title;
}

/** `Title <target>`; the title is null when there is none. */
function splitTitle(content: string): [string | null, string] {
  const clean = content.replaceAll(/\\(.)/g, '$1').replaceAll(/\s+/g, ' ').trim();
  const [, title, target] = /^([^<]*[^<\s])\s*<([^<>]*)>$/.exec(clean) ?? [];
  return target === undefined
    ? [null, clean.replace(/^[!]/, '')]
    : [title ?? null, target.trim().replace(/^!/, '')];
}

function code(value: string): PhrasingContent {
  return { type: 'inlineCode', value };
}

function link(url: string, shown: string): PhrasingContent[] {
  return [{ type: 'link', url, children: [text(shown)] }];
}

/** `~a.b.C` and `~a::B` show their last part. */
function objectLink(
  role: string,
  shown: string | null,
  written: string,
  context: Context,
): PhrasingContent[] {
  const isShort = written.startsWith('~');
  const name = written.replace(/^[~.]+/, '');
  const separator = name.includes('::') ? '::' : '.';
  const label = isShort ? (name.split(separator).at(-1) ?? '') : name;
  const place = findObject(name.replace(/\(\)$/, ''), context);
  const value = shown ?? (calls.has(role) && !label.endsWith(')') ? `${label}()` : label);
  return place === undefined ? [code(value)] : [{ type: 'link', url: place.url, children: [code(value)] }];
}

function findObject(name: string, { facts: { places = {} }, module, scope }: Context): Place | undefined {
  const inScope = [...scope, name].join('.');
  const candidates = [name, inScope, `${module}.${inScope}`, `${module}.${name}`];
  return candidates.map((one) => places[`obj:${one}`]).find((place) => place !== undefined);
}
