import { readFile } from 'node:fs/promises';
import type { Ask } from '../../../lib/sandbox/serve-sandbox.ts';
import { type DocumentEnd, documentEnd } from './document-kinds.ts';
import { createParts, type FilePart, type FileReader } from './file-part.ts';

/** A document on this machine. */
export type DocumentSource = { path: string; /** In its folder. */ name: string };

/** What is told of a document while it is read, so that it stays when the rest takes too much. */
export type DocumentNews = { part: FilePart } | { note: string };

/** Who reads each kind of document; loaded with the first that needs it. */
const readers: Record<DocumentEnd, () => Promise<FileReader>> = {
  pdf: async () => (await import('./read-pdf.ts')).readPdf,
  docx: async () => (await import('./read-word.ts')).readWord,
  pptx: async () => (await import('./read-slides.ts')).readSlides,
  html: async () => (await import('./read-texts.ts')).readHtml,
  htm: async () => (await import('./read-texts.ts')).readHtml,
  csv: async () => (await import('./read-texts.ts')).readTable,
  txt: async () => (await import('./read-texts.ts')).readPlain,
  ipynb: async () => (await import('./read-notebook.ts')).readNotebook,
};

/** Reads a document and tells of its parts. Runs in a worker, as documents are hostile. @returns what is wrong with it */
export async function readDocument({ path, name }: DocumentSource, ask: Ask): Promise<string | null> {
  const tell = (news: DocumentNews): Promise<unknown> => ask(news);
  const reader = await readers[documentEnd(name)!]();
  const parts = createParts(name);
  const base = name.slice(name.lastIndexOf('/') + 1, name.lastIndexOf('.'));
  parts.begin(base.replaceAll(/[-_]+/g, ' ').trim() || base);
  try {
    for await (const one of reader(new Uint8Array(await readFile(path)), name)) {
      if ('title' in one) parts.begin(one.title);
      else if ('note' in one) await tell(one);
      else if ('markdown' in one) await tell({ part: parts.whole(one.markdown) });
      else {
        const part = parts.add(one);
        if (part !== null) await tell({ part });
      }
    }
    const last = parts.end();
    if (last !== null) await tell({ part: last });
    return null;
  } catch (thrown) {
    return (thrown as Error).message.slice(0, 200);
  }
}
