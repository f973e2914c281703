/** Maximum characters of an output. */
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
};

/** What a template outputs, and whether the shortcode's inner content is in it. */
type Filled = { text: string; showsInner: boolean };

/**
 * The output of a site's own shortcode as far as its text and its arguments tell: what loops, partials and functions would make is
 * empty.
 */
export function fillTemplate(template: string, deps: TemplateDeps): Filled {
  const written = template
    .replaceAll(/<(script|style)\b[^]*?<\/\1>/g, '')
    .replaceAll(/<!--[^]*?(?:-->|$)/g, '')
    .replaceAll(/\{\{-?\s*\/\*[^]*?(?:\*\/\s*-?\}\}|$)/g, '');
  const output = outputOf(written, deps);
  const lines = output
    .replaceAll(innerMark, `\n\n${innerMark}\n\n`)
    .split('\n')
    .map((line) => line.trim());
  const text = lines.filter((line) => line !== '').join('\n');
  const parts = text.split(innerMark).map((part) => part.trim());
  return { text: parts.join(`\n\n${deps.inner.trim()}\n\n`), showsInner: output.includes(innerMark) };
}

const action = /\{\{-?((?:[^{}]|\{(?!\{)|\}(?!\}))*)\}\}/g;
const keyword = /^(if|with|range|define|block|else if|else with|else|end)\b([^]*)$/;

function outputOf(template: string, deps: TemplateDeps): string {
  const shown: string[] = [];
  /** Whether the present branch of each open block is shown, and whether one of its branches was. */
  const blocks: { isShown: boolean; isDone: boolean; dot: string }[] = [];
  const names = new Map<string, string>();
  const isShown = (): boolean => blocks.every((block) => block.isShown);
  const valueOf = (expression: string): string =>
    read(expression, { ...deps, names, dot: blocks.at(-1)?.dot ?? '' });
  let from = 0;
  for (const { 0: whole, 1: written = '', index } of template.matchAll(action)) {
    if (isShown()) shown.push(template.slice(from, index));
    from = index + whole.length;
    const inside = written.replace(/-$/, '').trim();
    const [, word, after = ''] = keyword.exec(inside) ?? [];
    const rest = after.trim();
    const [, name, value = ''] = /^(\$\w*)\s*:?=([^]*)$/.exec(inside) ?? [];
    const last = blocks.at(-1);
    if (word === 'end') blocks.pop();
    else if (word?.startsWith('else') === true) {
      if (last === undefined) continue;
      last.isShown = !last.isDone && (rest === '' || valueOf(rest) !== '');
      last.isDone ||= last.isShown;
    } else if (word !== undefined) {
      const found = word === 'if' || word === 'with' ? valueOf(rest) : '';
      const dot = word === 'with' ? found : (last?.dot ?? '');
      blocks.push({ isShown: found !== '', isDone: found !== '' || word === 'range', dot });
    } else if (name !== undefined) {
      if (isShown()) names.set(name, valueOf(value.trim()));
    } else if (isShown()) shown.push(valueOf(inside));
    if (shown.length > maxLength) break;
  }
  if (isShown()) shown.push(template.slice(from));
  return shown.join('').slice(0, maxLength);
}

type Scope = TemplateDeps & { names: Map<string, string>; dot: string };

/** Functions that show their last argument much as it is. */
const transparent =
  /(?:^|\.)(?:markdownify|safe\w+|htmlUnescape|htmlEscape|plainify|string|RenderString|TrimSpace|chomp|relURL|absURL|relref|ref|relLangURL|Unmarshal|print|lower|upper|title|humanize|int)$/i;

const token = /"((?:[^"\\\n]|\\.)*)"|`([^`]*)`|\(((?:[^()]|\([^()]*\))*)\)|([^\s"`()|]+)|(\|)/g;

/** The value of an expression; '' when it is false, empty or unknown. */
function read(expression: string, scope: Scope): string {
  const stages: string[][] = [[]];
  for (const [whole, quoted, raw, inner, word, pipe] of expression.matchAll(token)) {
    if (pipe !== undefined) stages.push([]);
    else if (quoted !== undefined) stages.at(-1)!.push(`"${quoted}`);
    else if (raw !== undefined) stages.at(-1)!.push(`"${raw}`);
    else if (inner !== undefined) stages.at(-1)!.push(`"${read(inner, scope)}`);
    else stages.at(-1)!.push(word ?? whole);
  }
  return stages.reduce((value, words, nth) => apply(nth === 0 ? words : [...words, `"${value}`], scope), '');
}

function apply([head = '', ...given]: string[], scope: Scope): string {
  const { values, names, dot, paramOf } = scope;
  const one = (word = ''): string => (word.startsWith('"') ? word.slice(1) : apply([word], scope));
  const all = given.map(one);
  if (head.startsWith('"')) return head.slice(1);
  if (/(?:^|\.)Inner(?:Deindent)?$/.test(head)) return innerMark;
  if (/^\$?\.Get$/.test(head)) return values[all[0] ?? ''] ?? '';
  if (head === 'index' && given[0]?.endsWith('.Params') === true) return values[all[1] ?? ''] ?? '';
  const param =
    /(?:^|\.)(?:page|site)\.params?\.([\w.-]+)$/i.exec(head)?.[1] ??
    (head.endsWith('.Param') ? all[0] : undefined);
  if (param !== undefined) return paramOf(param);
  const own = /^\$?\.Params\.(\w+)$/.exec(head)?.[1];
  if (own !== undefined) return values[own] ?? '';
  if (head === '.') return dot;
  if (head.startsWith('$')) return names.get(head) ?? '';
  const truth = (is: boolean): string => (is ? 'true' : '');
  if (head === 'not') return truth((all[0] ?? '') === '');
  if (head === 'eq') return truth(all.slice(1).includes(all[0] ?? ''));
  if (head === 'ne') return truth(all[0] !== all[1]);
  if (head === 'and') return all.find((value) => value === '') ?? all.at(-1) ?? '';
  if (head === 'or') return all.find((value) => value !== '') ?? '';
  if (head === 'default') return all[1] || (all[0] ?? '');
  if (head === 'cond') return (all[0] === '' ? all[2] : all[1]) ?? '';
  if (head === 'printf')
    return all.slice(1).reduce((text, value) => text.replace(/%[svdq]/, () => value), all[0] ?? '');
  if (/^-?[\d.]+$/.test(head)) return head;
  return transparent.test(head) ? (all.at(-1) ?? '') : '';
}
