import { makeId, normalName, objectId } from '../../rst/ids.ts';
import { plainTitle } from '../../rst/plain-title.ts';
import type { Place } from '../../rst/context.ts';
import { isMyst } from '../../site/endings.ts';
import { adornment, type Line, leading, readLines } from './lines.ts';
import { createObjectLabels, headAt, type PutLabel } from './object-labels.ts';

/** The location of each label, page, term and object of a project, by kind and name. */
export type Labels = Map<string, Place>;

type TitleLabels = 'none' | 'plain' | 'prefixed';

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
  const put: PutLabel = (key, id, name) => {
    if (!labels.has(key)) labels.set(key, { url: id === '' ? url : `${url}#${id}`, title: name });
  };
  const putObject = createObjectLabels(put);
  /** Labels above what they name. */
  let pending: string[] = [];
  const name = (title: string): void => {
    for (const one of pending.splice(0)) put(`ref:${normalName(one)}`, makeId(one), title);
  };
  let title: string | null = null;
  /** The indent of the open glossary; -1 for none. */
  let glossary = -1;
  const { lines, readable } = readLines(text, isMyst(file));
  for (const line of readable) {
    const heading = headingAt(lines, line);
    if (heading !== null) {
      title ??= heading;
      name(heading);
      put(`heading:${docname}#${makeId(heading)}`, makeId(heading), heading);
      const label = titleLabels === 'prefixed' ? `${docname}:${heading}` : heading;
      if (titleLabels !== 'none') put(`ref:${normalName(label)}`, makeId(heading), heading);
      continue;
    }
    const label = labelIn(line.trimmed);
    if (label !== null) {
      pending.push(label);
      continue;
    }
    const isField = line.trimmed.startsWith(':');
    if (glossary >= 0 && line.indent <= glossary && !isField) glossary = -1;
    const directive = /^(?:\.\. |[`:~]{3,}\{)([\w.+:-]+?)(?:::|\})[ \t]*(.*)/s.exec(line.trimmed);
    if (directive === null) {
      if (glossary >= 0 && isTermAt(lines, line, glossary)) {
        const [term = ''] = line.trimmed.split(' : ');
        put(`term:${normalName(term)}`, objectId('term', term), term);
      }
      if (!isField) name('');
      continue;
    }
    const [, kind = '', argument = ''] = directive;
    const caption = captionAt(lines, line.at);
    const own = /^\s*:name:[ \t]+(\S.*)$/.exec(lines[line.at + 1] ?? '')?.[1];
    if (own !== undefined) pending.push(own);
    name(caption);
    if (kind === 'glossary' || kind.endsWith(':glossary')) glossary = line.indent;
    else putObject(kind, headAt(lines, line.at, argument), line.indent);
  }
  put(`doc:${docname}`, '', title ?? docname);
}

/** `.. _label:`, and `(label)=` of MyST. */
function labelIn(trimmed: string): string | null {
  const found =
    /^\.\. _(?:`([^`]+)`|([^:]+(?::\S[^:]*)*)):$/.exec(trimmed) ?? /^\(([^()]+)\)=$/.exec(trimmed);
  return found === null ? null : (found[1] ?? found[2] ?? '');
}

/** Whether the line is a term of the glossary at `glossary`: its definition is indented below it. */
function isTermAt(lines: string[], { at, indent, trimmed }: Line, glossary: number): boolean {
  if (indent <= glossary || indent > glossary + 4 || trimmed.startsWith(':')) return false;
  const next = lines[at + 1] ?? '';
  return /^\s/.test(next) && leading(next) > indent;
}

function headingAt(lines: string[], { at, line }: Line): string | null {
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
