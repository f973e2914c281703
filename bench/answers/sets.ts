import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Questions over one docs set. `isUnseen`: nothing was chosen by them before they were first asked. */
type AnswerSet = { name: string; file: string; docs: string; isUnseen: boolean };

const folder = import.meta.dirname;
const packages = join(folder, '../../node_modules');
/** Where the docs are when that is not `beds/NAME`: in npm packages of our lockfile, or those of another set. */
const elsewhere: Record<string, (data: string) => string> = {
  'ai-sdk': () => join(packages, 'ai-7.0.173/docs'),
  undici: () => join(packages, 'undici/docs'),
  'starlight-de': (data) => join(data, 'beds/starlight'),
  'starlight-fr': (data) => join(data, 'beds/starlight'),
  'swr-ja': (data) => join(data, 'beds/swr-site'),
};

/** The sets by whose questions weights were chosen, then the unseen ones; or those of a folder. */
export function answerSets(data: string, folders = '{.,unseen}'): AnswerSet[] {
  return globSync(`${folders}/*.jsonl`, { cwd: folder })
    .map((path) => {
      const name = basename(path, '.jsonl');
      const docs = elsewhere[name]?.(data) ?? join(data, 'beds', name);
      return { name, file: join(folder, path), docs, isUnseen: dirname(path) === 'unseen' };
    })
    .sort((a, b) => Number(a.isUnseen) - Number(b.isUnseen) || a.name.localeCompare(b.name));
}
