import { asObject, asTexts } from '../../config/values.ts';
import { dedent } from '../../markdown/dedent.ts';
import { joinPath } from '../../site/paths.ts';

/** The start page of a folder of examples, the first that is there. */
const headers = ['GALLERY_HEADER.rst', 'GALLERY_HEADER.txt', 'README.rst', 'README.txt', 'readme.txt'];

/**
 * The pages of Sphinx-Gallery by the files that they are made of: scripts, and the headers of their folders.
 * https://sphinx-gallery.github.io/stable/configuration.html
 * @param root the folder of the Sphinx sources
 * @returns docnames by file
 */
export function galleryDocnames(
  options: Record<string, unknown>,
  root: string,
  files: readonly string[],
): Map<string, string> {
  const given = options['sphinx_gallery_conf'];
  if (given === undefined) return new Map();
  const config = asObject(given);
  const listed = (key: string, usual: string): string[] => {
    const texts = asTexts(config[key]);
    return texts.length > 0 ? texts : [usual];
  };
  const galleries = listed('gallery_dirs', 'auto_examples');
  const docnames = new Map<string, string>();
  for (const [index, folder] of listed('examples_dirs', '../examples').entries()) {
    const gallery = galleries[index];
    if (gallery === undefined) continue;
    const start = `${joinPath(root, folder)}/`;
    const own = files.filter((file) => file.startsWith(start));
    const within = new Set(own.map((file) => file.slice(start.length)));
    for (const file of own) {
      const docname = docnameWithin(file.slice(start.length), within, config['nested_sections'] !== false);
      if (docname !== null) docnames.set(file, joinPath(gallery, docname));
    }
  }
  return docnames;
}

function docnameWithin(path: string, all: ReadonlySet<string>, isNested: boolean): string | null {
  const slash = path.lastIndexOf('/') + 1;
  const [folder, name] = [path.slice(0, slash), path.slice(slash)];
  if (name.endsWith('.py')) return name === '__init__.py' ? null : path.slice(0, -3);
  const header = headers.find((one) => all.has(folder + one));
  return name === header && (folder === '' || isNested) ? `${folder}index` : null;
}

/** A line that begins text in a script. https://sphinx-gallery.github.io/stable/syntax.html */
const blockStart = /^#(?:#{19}| ?%%)/;

const setting = /^[ \t]*#[ \t]*sphinx_gallery_\w+[ \t]*(?:=.*)?$/;

/** The reStructuredText that Sphinx-Gallery makes of a script or a header. */
export function galleryText(source: string, file: string, docname: string): string {
  const isScript = file.endsWith('.py');
  const name = isScript ? `${docname}.py` : docname.replace(/\/index$/, '');
  const label = `.. _sphx_glr_${name.replaceAll(/[/ ]/g, '_')}:\n\n`;
  return label + (isScript ? scriptText(source) : source);
}

function scriptText(source: string): string {
  const { docstring, rest } = splitDocstring(source);
  const parts = [docstring];
  let code: string[] = [];
  let text: string[] | null = null;
  let isIgnored = false;
  const end = (): void => {
    if (text !== null) parts.push(dedent(text).join('\n'));
    else if (code.some((line) => line.trim() !== '')) parts.push(codeBlock(code));
    [code, text] = [[], null];
  };
  for (const line of rest.split('\n')) {
    if (/^[ \t]*#[ \t]*sphinx_gallery_(?:start|end)_ignore\b/.test(line))
      isIgnored = line.includes('_start_');
    else if (isIgnored || setting.test(line)) continue;
    else if (blockStart.test(line)) {
      end();
      text = [];
    } else if (text !== null && line.startsWith('#')) text.push(line.slice(1));
    else {
      if (text !== null) end();
      code.push(line);
    }
  }
  end();
  return `${parts.join('\n\n')}\n`;
}

function splitDocstring(source: string): { docstring: string; rest: string } {
  const start = /^(?:[ \t]*(?:#[^\n]*)?\n)*([rRuU]?)("""|'''|"|')/.exec(source);
  const end = start === null ? -1 : source.indexOf(start[2]!, start[0].length);
  if (start === null || end < 0) return { docstring: '', rest: source };
  const text = source.slice(start[0].length, end);
  return {
    docstring: dedent(
      /[rR]/.test(start[1]!) ? text.split('\n') : text.replaceAll('\\\\', '\\').split('\n'),
    ).join('\n'),
    rest: source.slice(end + start[2]!.length),
  };
}

function codeBlock(code: string[]): string {
  const shown = code
    .join('\n')
    .replace(/^\s*\n/, '')
    .trimEnd();
  return `.. code-block:: python\n\n${shown.replaceAll(/^(?=.)/gm, '   ')}`;
}
