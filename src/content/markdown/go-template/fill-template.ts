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
};

/**
 * The output of a site's own shortcode as far as its template tells without a build: conditions, variables, lists and
 * pure functions are evaluated; values that only a build knows are empty.
 */
export function fillTemplate(template: string, deps: TemplateDeps): string {
  const written = template.replaceAll(/<(script|style)\b[^]*?<\/\1>/g, '').replaceAll(/<!--[^]*?-->/g, '');
  const shown: string[] = [];
  const budget = { steps: maxSteps, length: maxLength };
  render(parseTemplate(written), scopeOf(deps, shortcode, [new Map()]), shown, budget, deps);
  const lines = shown
    .join('')
    .replaceAll(innerMark, `\n\n${innerMark}\n\n`)
    .split('\n')
    .map((line) => line.trim());
  const text = lines.filter((line) => line !== '').join('\n');
  return text
    .split(innerMark)
    .map((part) => part.trim())
    .join(`\n\n${deps.inner.trim()}\n\n`);
}

type Variables = Map<string, Value>[];

function scopeOf(deps: TemplateDeps, dot: Value, variables: Variables): Scope & { variables: Variables } {
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
  };
}

function render(
  nodes: Node[],
  scope: Scope & { variables: Variables },
  shown: string[],
  budget: { steps: number; length: number },
  deps: TemplateDeps,
): void {
  const show = (text: string): void => {
    budget.length -= text.length;
    if (budget.length > 0) shown.push(text);
  };
  const inside = (body: Node[], dot: Value, names: [string, Value][]): void => {
    const inner = scopeOf(deps, dot, [...scope.variables, new Map(names)]);
    render(body, inner, shown, budget, deps);
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
function askShortcode(path: string[], given: Value[], deps: TemplateDeps): Value {
  const [head = '', ...rest] = path;
  const at = path.findIndex((part) => /^params?$/i.test(part));
  if (head === 'Get') return deps.values[textOf(given[0])] ?? '';
  if (/^Inner(?:Deindent)?$/.test(head)) return deps.inner.trim() === '' ? '' : innerMark;
  if (head === 'Params' && rest.length === 0) return deps.values;
  if (head === 'IsNamedParams') return !('0' in deps.values);
  if (path.at(-1) === 'Ext') return 'md';
  if (at < 0) return path.at(-1) === 'Title' && head === 'Page' ? deps.paramOf('title') : unknown;
  const name = path[at] === 'Param' ? textOf(given[0]) : path.slice(at + 1).join('.');
  return deps.paramOf(name) || (/^(?:Page|page)$/.test(head) ? '' : unknown);
}
