import type { RootContent } from 'mdast';
import type { Context, Directive, Parse } from './context.ts';
import { anchor, element, paragraph, text } from './context.ts';
import { objectId, optionId, optionPrefix } from './ids.ts';

/** Directives that document an object of a program, without their domain. */
const kinds = new Set(
  'function class method attribute data exception property classmethod staticmethod decorator decoratormethod module type typealias variable struct union enum enumerator member macro var concept object describe option cmdoption envvar confval setting directive role const constant trait get post put delete patch head fixture event signal alias'.split(
    ' ',
  ),
);

const automatic =
  /^auto(?:function|class|method|attribute|data|exception|property|module|decorator|enum|struct|union|macro|type|var|member|pydantic_\w+|program|flask|typer|click)?$/;

/** Directives whose ids have a prefix. */
export const prefixes: Record<string, string> = {
  envvar: 'envvar',
  confval: 'confval',
  // A target alone (`add_crossref_type`), as Django, Scrapy and Celery have it.
  setting: 'std-setting',
  directive: 'directive',
  role: 'role',
  module: 'module',
  automodule: 'module',
};

const bare = (name: string): string => name.slice(name.lastIndexOf(':') + 1);

/** Directives of a domain that document nothing. */
const settings = /^(?:current|default)|^(?:namespace|highlight|import)/;

/** What a project's own domain has with a name and a text documents an object: `.. namedconf:statement:: max-cache-size`. */
function isOfDomain({ name, argument, body }: Directive): boolean {
  return name.includes(':') && argument.trim() !== '' && body.length > 0 && !settings.test(bare(name));
}

export function isObject(directive: Directive): boolean {
  const kind = bare(directive.name);
  // Without a domain it makes a role for the page's own use.
  if (directive.name === 'role') return false;
  return (
    kinds.has(kind) || automatic.test(kind) || directive.name.startsWith('http:') || isOfDomain(directive)
  );
}

/**
 * A documented object as a heading with its id and the documentation below. Text that a tool extracts from the program
 * is not available. https://www.sphinx-doc.org/en/master/usage/domains/
 */
export function renderObject(directive: Directive, context: Context, parse: Parse): RootContent[] {
  const { name, argument, options, body } = directive;
  const kind = bare(name);
  const signatures = signaturesOf(argument);
  const [first = ''] = signatures;
  if (kind === 'module' || kind === 'automodule') context.module = first.trim();
  const isUnnamed = name === 'describe' || name === 'object';
  if (isUnnamed || 'noindex' in options || 'no-index' in options)
    return wholeObject(
      [...heading(first, '', context), ...below(directive, context, parse)],
      directive,
      context,
    );
  const isOption = /^(?:std:)?(?:cmd)?option$/.test(name);
  const take = (signature: string): string =>
    isOption
      ? context.ids.takeNew(optionId(signature, context.program), optionPrefix(signature, context.program))
      : context.ids.take(idOf(directive, signature, context));
  const ids = signatures.map(take);
  const aliases = isOption
    ? signatures.flatMap((signature) =>
        signature
          .split(', ')
          .slice(1)
          .map((alias) => anchor(take(alias))),
      )
    : [];
  if (kind === 'module' && body.length === 0) return [anchor(ids[0] ?? '')];
  const nodes = heading(shownName(first, kind), ids[0] ?? '', context);
  const others = signatures
    .slice(1)
    .flatMap((signature, at): RootContent[] => [
      anchor(ids[at + 1] ?? ''),
      { type: 'paragraph', children: [{ type: 'inlineCode', value: shownName(signature, kind) }] },
    ]);
  const content = below(directive, context, parse);
  const facts = factsOf(kind, first, options, content.length > 0);
  return wholeObject([...nodes, ...others, ...aliases, ...facts, ...content], directive, context);
}

/** One signature a line, unless the line ends with a backslash. */
export function signaturesOf(argument: string): string[] {
  const lines = argument.replaceAll(/\\\n\s*/g, '').split('\n');
  return lines.filter((line) => line.trim() !== '');
}

/** What follows an object is about the section that it is in, unless it has nothing below it: then it may be its text. */
function wholeObject(nodes: RootContent[], { body }: Directive, { depth }: Context): RootContent[] {
  if (body.length === 0) return nodes;
  return [element('DocumentedObject', { depth: String(Math.min(6, depth + 1)) }, nodes)];
}

/** A type, value or default, which are options; an object with nothing else shows its signature. */
function factsOf(
  kind: string,
  signature: string,
  options: Record<string, string>,
  isDocumented: boolean,
): RootContent[] {
  if (/^auto|module$/.test(kind)) return [];
  const [type, value, standard] = ['type', 'value', 'default'].map((name) => options[name]?.trim() ?? '');
  const typed = type === '' ? '' : `: ${type}`;
  const set = value === '' ? '' : ` = ${value}`;
  const facts: RootContent[] = [];
  if (typed + set !== '' || !isDocumented)
    facts.push(paragraph([{ type: 'inlineCode', value: `${shownName(signature, kind)}${typed}${set}` }]));
  if (standard !== '') facts.push(paragraph([text(`Default: ${(standard ?? '').replaceAll('`', '')}`)]));
  return facts;
}

function heading(title: string, id: string, context: Context): RootContent[] {
  const depth = Math.min(6, context.depth + 1) as 1;
  return [
    {
      type: 'heading',
      depth,
      children: [{ type: 'inlineCode', value: title }],
      data: { anchor: id },
    },
  ];
}

/** The object's content, with its name as the scope of nested objects. */
function below({ name, argument, options, body }: Directive, context: Context, parse: Parse): RootContent[] {
  const kind = bare(name);
  if (kind === 'module' || kind === 'automodule') return parse.blocks(body);
  const isScope = name.startsWith('c:') || /class|exception|struct|union|enum|trait|type$/.test(kind);
  const { depth, module, scope } = context;
  context.depth = Math.min(6, depth + 1);
  context.module = options['module']?.trim() ?? module;
  // Of several signatures the last one is the scope.
  if (isScope) context.scope = [...scope, scopeOf(signaturesOf(argument).at(-1) ?? '', kind, module)];
  const nodes = parse.blocks(body);
  Object.assign(context, { depth, module, scope });
  return nodes;
}

/** The name of a class as the scope of its members; what is documented automatically may begin with its module. */
export function scopeOf(signature: string, kind: string, module: string): string {
  const name = nameOf(signature, kind);
  return kind.startsWith('auto') && name.startsWith(`${module}.`) ? name.slice(module.length + 1) : name;
}

/** `.. c:namespace:: Point`: the scope of what follows. https://www.sphinx-doc.org/en/master/usage/domains/c.html#namespacing */
export function namespaceOf(argument: string): string[] {
  const name = argument.trim();
  return name === '' || /^(?:NULL|0|nullptr)$/.test(name) ? [] : name.split(/\.|::/);
}

/** `static int foo(a, b)` is `foo`; in Python and JavaScript the name comes first. */
export function nameOf(signature: string, kind: string): string {
  const pointer = /^[^(]*\(\*(\w+)\)\s*\(/.exec(signature)?.[1];
  if (pointer !== undefined) return pointer;
  const head = signature
    .replace(/\(.*/s, '')
    .replace(/(?:->|=|(?<!:):(?!:)).*/s, '')
    .replace(/\[.*/s, '')
    .trim();
  const words = head
    .split(/\s+/)
    .filter(
      (word, at, { length }) =>
        at === length - 1 ||
        !/^(?:async|static|class|abstract|final|classmethod|staticmethod|property|const|extern|struct|enum|union|template)$/.test(
          word,
        ),
    );
  const name = kind.startsWith('auto') ? (words[0] ?? '') : (words.at(-1) ?? '');
  return name.replace(/^[*&@]+/, '').replaceAll('::', '.');
}

function shownName(signature: string, kind: string): string {
  if (!kind.startsWith('auto')) return signature.replaceAll(/\s+/g, ' ').trim();
  const name = signature.trim().replace('::', '.');
  return /function|method$/.test(kind) && !name.includes('(') ? `${name}()` : name;
}

function idOf({ name, options }: Directive, signature: string, context: Context): string {
  const kind = bare(name);
  const [domain = ''] = name.includes(':') ? name.split(':') : [''];
  const prefix = prefixes[kind];
  if (name === 'rst:directive')
    return objectId(
      kind,
      signature
        .replace(/^\s*\.\.\s/, '')
        .replace(/::.*/s, '')
        .trim(),
    );
  if (prefix !== undefined) return objectId(prefix, signature.trim());
  if (domain === 'http')
    return `${kind}-${signature
      .trim()
      .replaceAll(/[^a-zA-Z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')}`;
  if (domain === 'c') return `c.${[...context.scope, nameOf(signature, kind)].join('.')}`;
  if (name === 'config:option') return configOptionId(signature);
  if (domain !== '' && !kinds.has(kind)) return objectId(`${domain}-${kind}`, signature.trim());
  const module = options['module']?.trim() ?? context.module;
  return objectId('', qualify(withScope(nameOf(signature, kind), context.scope), module, kind));
}

/** A name in the scope of classes, which it may repeat: `.. attribute:: Client.timeout` in `.. class:: Client`. */
export function withScope(name: string, scope: string[]): string {
  return [...scope, name].reduce((outer, one) =>
    outer === '' || one.startsWith(`${outer}.`) ? one : `${outer}.${one}`,
  );
}

/**
 * A name with its module: `.. function:: copy` in the module `copy` is `copy.copy`. Only what is documented automatically
 * may include the module already.
 */
export function qualify(name: string, module: string, kind: string): string {
  const isWhole = kind.startsWith('auto') && (name === module || name.startsWith(`${module}.`));
  return module === '' || isWhole ? name : `${module}.${name}`;
}

/** `.. config:option:: boot.autostart instance-boot`, as Canonical's extension documents settings. */
export function configOptionId(signature: string): string {
  const [option = '', scope = 'server'] = signature.trim().split(/\s+/);
  return `${scope}:${option}`;
}
