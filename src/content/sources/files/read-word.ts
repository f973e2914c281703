import { DomUtils, parseDocument } from 'htmlparser2';
import type { ChildNode, Element } from 'domhandler';
import type { Block, FileReader } from './file-part.ts';
import { repacked } from './zip.ts';

/** Reads a Word document by its styles. Pictures are left out. */
export const readWord: FileReader = async function* (bytes) {
  const texts = repacked(bytes, (name) => /\.(?:xml|rels)$/.test(name));
  const { default: mammoth } = await import('mammoth');
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(texts) },
    {
      styleMap: ["p[style-name='Title'] => h1:fresh"],
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
    },
  );
  yield* htmlBlocks(value);
};

/** The blocks of HTML whose headings stand at its top; the first one of level 1 is the title. */
export function* htmlBlocks(html: string): Generator<{ title: string } | Block> {
  const nodes = parseDocument(html).children as ChildNode[];
  const isHeading = (node: ChildNode): node is Element => node.type === 'tag' && /^h[1-6]$/.test(node.name);
  const title = nodes.find((node) => isHeading(node) && node.name === 'h1');
  if (title !== undefined) yield { title: textOf(title) };
  for (const node of nodes) {
    if (!isHeading(node)) yield { html: DomUtils.getOuterHTML(node) };
    else if (node !== title && textOf(node) !== '') yield { level: Number(node.name[1]), text: textOf(node) };
  }
}

function textOf(node: ChildNode): string {
  return DomUtils.textContent(node).replaceAll(/\s+/g, ' ').trim();
}
