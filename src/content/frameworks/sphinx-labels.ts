import { closeUp } from '../rst/close-up.ts';
import { makeId, normalName, objectId, optionId } from '../rst/ids.ts';
import { configOptionId, nameOf, prefixes, qualify, withScope } from '../rst/objects.ts';
import { plainTitle } from '../rst/plain-title.ts';
import type { Place } from '../rst/context.ts';
import { isMyst } from './paths.ts';

/** The location of each label, page, term and object of a project, by kind and name. */
export type Labels = Map<string, Place>;

type TitleLabels = 'none' | 'plain' | 'prefixed';

const adornment = /^([!-/:-@[-`{-~])\1{2,}$/;

/** Starts of literal blocks: code directives and `::`. */
const beginsLiteral =
  /^\s*\.\. (?:code-block|code|sourcecode|parsed-literal|doctest|testcode|testoutput|prompt)::|^(?!\s*\.\. ).*::$/;

/**
 * Finds the referenceable places of one page by its lines.
 * @param page its file and its name, which `:doc:` uses: its path without ending
 * @param titleLabels whether titles are labels too, alone or after the docname
 *   (https://www.sphinx-doc.org/en/master/usage/extensions/autosectionlabel.html)
 */
export function collectLabels(
  text: string,
  { file, docname, url }: { file: string; docname: string; url: string },
  labels: Labels,
  titleLabels: TitleLabels = 'none',
): void {
  const lines = text.split('\n').map(closeUp);
  let pending: string[] = [];
  let [module, program] = ['', ''];
  let title: string | null = null;
  const scopes: { indent: number; name: string }[] = [];
  let glossary = -1;
  const isMarkdown = isMyst(file);
  let fence: string | null = null;
  let isCode = false;
  let literal = -1;
  const put = (key: string, id: string, name: string): void => {
    if (!labels.has(key)) labels.set(key, { url: id === '' ? url : `${url}#${id}`, title: name });
  };
  for (const [at, written] of lines.entries()) {
    const line = written.trimEnd();
    // Rows of these marks underline titles in reStructuredText.
    const mark = isMarkdown ? /^(?:`{3,}|~{3,})/.exec(line)?.[0] : undefined;
    if (fence !== null && line.startsWith(fence) && /^([`~])\1*$/.test(line)) {
      fence = null;
      continue;
    }
    if (fence !== null && isCode) continue;
    if (fence === null && mark !== undefined) {
      fence = mark;
      isCode = !/^[`~]+\{(?:eval-rst|py:|glossary)/.test(line);
    }
    if (line === '') continue;
    const indent = leading(line);
    if (literal >= 0 && indent > literal) continue;
    literal = beginsLiteral.test(line) ? indent : -1;
    if (isOverline(lines, at)) continue;
    const heading = headingAt(lines, at, line);
    if (heading !== null) {
      title ??= heading;
      for (const name of pending.splice(0)) put(`ref:${normalName(name)}`, makeId(name), heading);
      put(`heading:${docname}#${makeId(heading)}`, makeId(heading), heading);
      if (titleLabels !== 'none') {
        const label = titleLabels === 'prefixed' ? `${docname}:${heading}` : heading;
        put(`ref:${normalName(label)}`, makeId(heading), heading);
      }
      continue;
    }
    const trimmed = line.trimStart();
    const label =
      /^\.\. _(?:`([^`]+)`|([^:]+(?::\S[^:]*)*)):$/.exec(trimmed) ?? /^\(([^()]+)\)=$/.exec(trimmed);
    if (label !== null) {
      pending.push(label[1] ?? label[2] ?? '');
      continue;
    }
    if (glossary >= 0 && indent <= glossary && trimmed !== '' && !trimmed.startsWith(':')) glossary = -1;
    const directive = /^(?:\.\. |[`:~]{3,}\{)([\w.+:-]+?)(?:::|\})[ \t]*(.*)$/.exec(trimmed);
    if (directive === null) {
      const isTerm = glossary >= 0 && indent > glossary && indent <= glossary + 4 && !trimmed.startsWith(':');
      if (isTerm && /^\s/.test(lines[at + 1] ?? '') && leading(lines[at + 1] ?? '') > indent) {
        const [term = ''] = trimmed.split(' : ');
        put(`term:${normalName(term)}`, objectId('term', term), term);
      }
      if (pending.length > 0 && !trimmed.startsWith(':')) {
        for (const name of pending.splice(0)) put(`ref:${normalName(name)}`, makeId(name), '');
      }
      continue;
    }
    const [, name = '', argument = ''] = directive;
    const kind = name.slice(name.lastIndexOf(':') + 1);
    const caption = captionAt(lines, at);
    for (const one of pending.splice(0)) put(`ref:${normalName(one)}`, makeId(one), caption);
    const own = /^\s*:name:[ \t]+(\S.*)$/.exec(lines[at + 1] ?? '')?.[1];
    if (own !== undefined) put(`ref:${normalName(own)}`, makeId(own), caption);
    if (kind === 'glossary') glossary = indent;
    else if (kind === 'program') program = argument.trim() === 'None' ? '' : argument.trim();
    else if (kind === 'currentmodule' || kind === 'module' || kind === 'automodule') {
      module = argument.trim() === 'None' ? '' : argument.trim();
      if (kind !== 'currentmodule') put(`obj:${module}`, objectId('module', module), module);
    } else if (name === 'config:option') {
      const id = configOptionId(argument);
      put(`obj:${id}`, id, argument.trim().split(/\s/)[0] ?? '');
    } else if (kind === 'option' || kind === 'cmdoption') {
      for (const part of argument.split(', ')) {
        const option = /^[^\s,=[]+/.exec(part)?.[0] ?? '';
        const id = optionId(part, program);
        put(`obj:${option}`, id, option);
        put(`obj:${program} ${option}`, id, option);
      }
    } else if (/^(?:envvar|confval|setting)$/.test(kind))
      put(`obj:${argument.trim()}`, objectId(prefixes[kind]!, argument.trim()), argument.trim());
    else if (isObjectKind(kind)) {
      while ((scopes.at(-1)?.indent ?? -1) >= indent) scopes.pop();
      const isC = name.startsWith('c:');
      const bare = nameOf(argument, kind);
      const outer = scopes.map((scope) => scope.name);
      const full = isC ? [...outer, bare].join('.') : qualify(withScope(bare, outer), module);
      const id = isC ? `c.${full}` : full;
      put(`obj:${full}`, id, bare);
      put(`obj:${bare}`, id, bare);
      // In C every object is the scope of those in it.
      if (isC || /class|exception/.test(kind)) scopes.push({ indent, name: bare });
    }
  }
  put(`doc:${docname}`, '', title ?? docname);
}

function isObjectKind(kind: string): boolean {
  return /^(?:auto)?(?:function|class|method|attribute|data|exception|property|classmethod|staticmethod|decorator|var|macro|struct|union|type|enum|enumerator|member|const)$/.test(
    kind,
  );
}

function isOverline(lines: string[], at: number): boolean {
  const row = (lines[at] ?? '').trimEnd();
  return (
    adornment.test(row) && (lines[at + 1] ?? '').trim() !== '' && (lines[at + 2] ?? '').trimEnd() === row
  );
}

function leading(line: string): number {
  return line.length - line.trimStart().length;
}

function headingAt(lines: string[], at: number, line: string): string | null {
  const markdown = /^#{1,6}[ \t]+(\S.*)$/.exec(line)?.[1];
  if (markdown !== undefined) return plainTitle(markdown.replace(/[ \t]#+$/, ''));
  const next = (lines[at + 1] ?? '').trimEnd();
  if (/^\s/.test(line) ? (lines[at - 1] ?? '').trimEnd() !== next : false) return null;
  if (!adornment.test(next) || adornment.test(line) || line.startsWith('..')) return null;
  return next.length >= Math.min(4, line.length) ? plainTitle(line.trim()) : null;
}

function captionAt(lines: string[], at: number): string {
  const near = lines.slice(at, at + 10).join('\n');
  return plainTitle(
    /:caption:[ \t]*(\S.*)/.exec(near)?.[1] ??
      /^\s*\.\. (?:list-|csv-)?table:: *(\S.*)/.exec(near)?.[1] ??
      '',
  );
}
