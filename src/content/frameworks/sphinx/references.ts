import type { Place } from '../../rst/context.ts';
import { normalName } from '../../rst/ids.ts';
import { folderOf, joinPath } from '../../site/paths.ts';
import type { Labels } from './labels.ts';

/** Inline references: roles and Markdown links. */
const references =
  /(?::(?:[a-z]+:)?([a-zA-Z]+):|\{(?:[a-z]+:)?([a-zA-Z]+)\})`([^`]{1,300})`|(?:\]\(<?(?:project:)?|<project:)([^\s()<>]{1,300})/g;
/** An entry of a toctree, with or without a title. */
const listedPage = /^(?:[^<>]{0,200}<)?([\w./~-]{1,200})>?$/;

/** The places that a page references, by the names that it uses. */
export function usedPlaces(text: string, docname: string, labels: Labels): Record<string, Place> {
  const places: Record<string, Place> = {};
  const take = (key: string, wanted: string): void => {
    const place = labels.get(wanted);
    if (place !== undefined) places[key] = place;
  };
  const takeDoc = (name: string): void => {
    const path = name.replace(/\.(?:rst|md|txt|ipynb|html)$/, '');
    const target = path.startsWith('/') ? joinPath(path) : joinPath(folderOf(docname), path);
    take(`doc:${name}`, `doc:${target}`);
  };
  for (const [, rst, myst, content = '', link] of text.matchAll(references)) {
    const role = (rst ?? myst ?? '').toLowerCase();
    if (link !== undefined) {
      const [path = '', fragment] = link.split('#');
      if (path !== '') takeDoc(path);
      for (const name of [link, fragment ?? '']) take(`ref:${normalName(name)}`, `ref:${normalName(name)}`);
      if (fragment !== undefined) take(`heading:${fragment}`, `heading:${docname}#${fragment}`);
    } else {
      const target = (/<([^<>]*)>$/.exec(content)?.[1] ?? content)
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replace(/^!/, '');
      if (role === 'doc' || role === 'any') takeDoc(target);
      if (['ref', 'numref', 'any', 'eq'].includes(role))
        take(`ref:${normalName(target)}`, `ref:${normalName(target)}`);
      if (role === 'term') take(`term:${normalName(target)}`, `term:${normalName(target)}`);
      const name = target.replace(/^[~.]+/, '').replace(/\(\)$/, '');
      takeObject(name, labels, places);
    }
  }
  for (const line of text.split('\n')) {
    const name = listedPage.exec(line.trim())?.[1];
    if (name === undefined || /^\.(?!\.?\/)/.test(name)) continue;
    takeDoc(name);
    take(`obj:${name.replace(/^~/, '')}`, `obj:${name.replace(/^~/, '')}`);
  }
  for (const [, target = ''] of text.matchAll(/^[ \t]*:link:[ \t]*(\S+)/gm)) {
    takeDoc(target);
    take(`ref:${normalName(target)}`, `ref:${normalName(target)}`);
  }
  return places;
}

/** A member of a class that is documented with its members is on the page of the class, under its own name. */
function takeObject(name: string, labels: Labels, places: Record<string, Place>): void {
  const end = name.lastIndexOf('.');
  const place = labels.get(`obj:${name}`) ?? (end > 0 ? labels.get(`obj:${name.slice(0, end)}`) : undefined);
  if (place !== undefined) places[`obj:${name}`] = place;
}
