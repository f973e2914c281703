import { evaluate, shortcode, type Scope } from './expression.ts';
import { isTrue, textOf, unknown, type Value } from './functions.ts';
import { parseTemplate, type Node } from './parse.ts';

/** Maximum nodes that one shortcode may output, with loops unrolled, and maximum characters. */
const maxSteps = 3000;
const maxLength = 100_000;

/** The placeholder for a shortcode's inner content. */
const innerMark = '\u0000';

/** The inputs of a template. */
type TemplateDeps = {
  /** Arguments of the shortcode, by name, or by position from '0'. */
  values: Record<string, string>;
  /** The shortcode's inner content. */
  inner: string;
  /** A parameter of the page or the site; '' when there is none. */
  paramOf: (path: string) => string;
  /** The translated string for a key. */
  words: Record<string, string>;
  /** Partial templates by their path in `partials`. */
  partials?: Record<string, string>;
};

/** How deep partial templates may call one another. */
const maxPartials = 6;

/** What a template outputs, and whether the shortcode's inner content is in it. */
type Filled = { text: string; showsInner: boolean };

/**
 * The output of a site's own shortcode as far as its template tells without a build: conditions, variables, lists and
 * pure functions are evaluated; values that only a build knows are empty.
 */
export function fillTemplate(template: string, given: TemplateDeps): Filled {
  const budget = { steps: maxSteps, length: maxLength, partials: maxPartials };
  const deps = { ...given, budget };
  const output = renderWhole(template, shortcode, deps);
  const lines = output
    .replaceAll(innerMark, `\n\n${innerMark}\n\n`)
    .split('\n')
    .map((line) => line.trim());
  const text = lines.filter((line) => line !== '').join('\n');
  return {
    text: text
      .split(innerMark)
      .map((part) => part.trim())
      .join(`\n\n${deps.inner.trim()}\n\n`),
    showsInner: output.includes(innerMark),
  };
}

/** One template, with variables of its own. */
function renderWhole(template: string, dot: Value, deps: Deps): string {
  const written = template
    .replaceAll(/<(script|style)\b[^]*?<\/\1>/g, '')
    .replaceAll(/<!--[^]*?(?:-->|$)/g, '');
  const shown: string[] = [];
  render(parseTemplate(written), scopeOf(deps, dot, [new Map()]), shown, deps);
  return shown.join('');
}

/** A partial that returns a value outputs none. */
function renderPartial(name: string, dot: Value, deps: Deps): Value {
  const { partials = {}, budget } = deps;
  const template = partials[name.replace(/\.html$/, '')];
  if (template === undefined || budget.partials <= 0 || /\{\{-?\s*return\b/.test(template)) return unknown;
  budget.partials -= 1;
  const text = renderWhole(template, dot, deps);
  budget.partials += 1;
  return text;
}

type Variables = Map<string, Value>[];

type Deps = TemplateDeps & { budget: { steps: number; length: number; partials: number } };

function scopeOf(deps: Deps, dot: Value, variables: Variables): Scope & { variables: Variables } {
  return {
    dot,
    variables,
    variable: (name) => variables.findLast((scope) => scope.has(name))?.get(name) ?? unknown,
    assign(name, value, isNew) {
      const scope = isNew ? variables.at(-1) : variables.findLast((one) => one.has(name));
      scope?.set(name, value);
    },
    ask: (path, given) => askShortcode(path, given, deps),
    translate: (key) => deps.words[key] ?? unknown,
    partial: (name, given) => renderPartial(name, given, deps),
  };
}

function render(nodes: Node[], scope: Scope & { variables: Variables }, shown: string[], deps: Deps): void {
  const { budget } = deps;
  const show = (text: string): void => {
    budget.length -= text.length;
    if (budget.length > 0) shown.push(text);
  };
  const inside = (body: Node[], dot: Value, names: [string, Value][]): void => {
    const inner = scopeOf(deps, dot, [...scope.variables, new Map(names)]);
    render(body, inner, shown, deps);
  };
  for (const node of nodes) {
    if (--budget.steps < 0) return;
    if (node.type === 'text') show(node.text);
    else if (node.type === 'action') {
      const { value, isShown } = evaluate(node.source, scope);
      if (isShown) show(textOf(value));
    } else if (node.word !== 'skip') {
      const { value, names } = evaluate(
        node.source,
        scopeOf(deps, scope.dot, [...scope.variables, new Map()]),
      );
      const isChosen = isTrue(value);
      if (node.word === 'range' && isChosen) {
        const items = Array.isArray(value) ? [...value.entries()] : [];
        for (const [at, item] of items) {
          if (budget.steps < 0) return;
          const [first = '', second] = names;
          inside(
            node.body,
            item,
            second === undefined
              ? [[first, item]]
              : [
                  [first, at],
                  [second, item],
                ],
          );
        }
      } else if (!isChosen) inside(node.otherwise, scope.dot, []);
      else
        inside(
          node.body,
          node.word === 'with' ? value : scope.dot,
          names.map((name) => [name, value]),
        );
    }
  }
}

/** The fields that a shortcode has. https://gohugo.io/methods/shortcode/ */
function askShortcode(path: string[], given: Value[], deps: Deps): Value {
  const [head = '', ...rest] = path;
  const at = path.findIndex((part) => /^params?$/i.test(part));
  if (head === 'Get') return deps.values[textOf(given[0])] ?? '';
  if (/^Inner(?:Deindent)?$/.test(head)) return deps.inner.trim() === '' ? '' : innerMark;
  if (head === 'Params' && rest.length === 0) return deps.values;
  if (head === 'IsNamedParams') return !('0' in deps.values);
  if (path.at(-1) === 'Ext') return 'md';
  if (path.at(-1) === 'RenderString') return given.at(-1);
  if (at < 0) return path.at(-1) === 'Title' && head === 'Page' ? deps.paramOf('title') : unknown;
  const name = path[at] === 'Param' ? textOf(given[0]) : path.slice(at + 1).join('.');
  return deps.paramOf(name) || (/^(?:Page|page)$/.test(head) ? '' : unknown);
}
