import { notebookText } from '../../notebook.ts';
import { decodeText } from '../decode-text.ts';
import type { FileReader } from './file-part.ts';

/** Reads a Jupyter notebook: its text, its code and what that printed. */
export const readNotebook: FileReader = async function* (bytes) {
  const text = notebookText(decodeText(bytes).text ?? '');
  if (text === null) throw new Error('it is no notebook of format 4');
  const title = /^# (.+)$/m.exec(text)?.[1];
  if (title !== undefined) yield { title: title.trim() };
  yield { markdown: text };
};
