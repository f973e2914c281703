import { Parser } from 'htmlparser2';
import { escapeHtml } from '../../../lib/escape-html.ts';
import type { Block, FileReader } from './file-part.ts';
import { unpack } from './zip.ts';

type Slide = { title: string; html: string[] };

/** Reads slides in the order of the presentation, each with its notes. https://ecma-international.org/publications-and-standards/standards/ecma-376/ */
export const readSlides: FileReader = async function* (bytes) {
  const files = unpack(bytes, (name) =>
    /^ppt\/(?:presentation\.xml|_rels\/|slides\/|notesSlides\/)/.test(name),
  );
  const textOf = (name: string): string => new TextDecoder().decode(files[name] ?? new Uint8Array());
  const targets = relationsOf(textOf('ppt/_rels/presentation.xml.rels'));
  const order = slideIds(textOf('ppt/presentation.xml')).flatMap((id) => targets.get(id)?.target ?? []);
  for (const [at, target] of order.entries()) {
    const name = pathOf('ppt', target);
    const slide = readSlide(textOf(name));
    if (at === 0 && slide.title !== '') yield { title: slide.title };
    yield { level: 2, text: slide.title || `Slide ${at + 1}` };
    for (const html of slide.html) yield { html } satisfies Block;
    const relations = relationsOf(textOf(relationsAt(name)));
    const notes = [...relations.values()].find(({ type }) => type.endsWith('/notesSlide'));
    if (notes === undefined) continue;
    for (const html of readSlide(textOf(pathOf('ppt/slides', notes.target)), true).html) yield { html };
  }
};

function relationsAt(name: string): string {
  const at = name.lastIndexOf('/') + 1;
  return `${name.slice(0, at)}_rels/${name.slice(at)}.rels`;
}

/** A target is relative to the folder of the file that names it, or begins with `/`. */
function pathOf(folder: string, target: string): string {
  return new URL(target, `zip:/${folder}/`).pathname.slice(1);
}

function relationsOf(xml: string): Map<string, { type: string; target: string }> {
  const relations = new Map<string, { type: string; target: string }>();
  walk(xml, {
    onopentag(name, { Id: id, Type: type = '', Target: target = '' }) {
      if (name === 'Relationship' && id !== undefined) relations.set(id, { type, target });
    },
  });
  return relations;
}

function slideIds(xml: string): string[] {
  const ids: string[] = [];
  walk(xml, {
    onopentag: (name, attributes) => void (name === 'p:sldId' && ids.push(attributes['r:id'] ?? '')),
  });
  return ids;
}

/** Placeholders that hold no text of the slide's own. */
const noText = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);

function readSlide(xml: string, isNotes = false): Slide {
  const slide: Slide = { title: '', html: [] };
  let kind = '';
  let text = '';
  let isText = false;
  let isBullet = false;
  let row: string[] | null = null;
  let rows: string[] = [];
  const endParagraph = (): void => {
    const line = text.replaceAll(/\s+/g, ' ').trim();
    if (row !== null) return;
    text = '';
    if (line === '' || noText.has(kind)) return;
    if (!isNotes && /title/i.test(kind)) slide.title = `${slide.title} ${line}`.trim();
    else
      slide.html.push(
        isBullet || kind === 'body' ? `<ul><li>${escapeHtml(line)}</li></ul>` : `<p>${escapeHtml(line)}</p>`,
      );
  };
  walk(xml, {
    onopentag(name, attributes) {
      if (name === 'p:sp') kind = '';
      else if (name === 'p:ph') kind = attributes['type'] ?? (isNotes ? '' : 'body');
      else if (name === 'a:t') isText = true;
      else if (name === 'a:br') text += ' ';
      else if (name === 'a:p') isBullet = false;
      else if (name === 'a:buChar' || name === 'a:buAutoNum') isBullet = true;
      else if (name === 'a:tr') row = [];
    },
    ontext: (part) => void (isText && (text += part)),
    onclosetag(name) {
      if (name === 'a:t') isText = false;
      else if (name === 'a:p') {
        endParagraph();
        if (row !== null) text += ' ';
      } else if (name === 'a:tc' && row !== null) {
        row.push(escapeHtml(text.replaceAll(/\s+/g, ' ').trim()));
        text = '';
      } else if (name === 'a:tr' && row !== null) {
        const tag = rows.length === 0 ? 'th' : 'td';
        rows.push(`<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`);
        row = null;
      } else if (name === 'a:tbl') {
        slide.html.push(`<table>${rows.join('')}</table>`);
        rows = [];
      }
    },
  });
  return slide;
}

function walk(xml: string, handler: ConstructorParameters<typeof Parser>[0]): void {
  const parser = new Parser(handler, { xmlMode: true, decodeEntities: true });
  parser.end(xml);
}
