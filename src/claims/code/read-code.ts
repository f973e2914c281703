import type { FileTree } from '../../content/sources/file-tree.ts';
import type { CommitTree } from '../../content/sources/commit-tree.ts';
import { isManifest, isProduct, languageOf } from './languages.ts';
import { lex } from './lex.ts';
import { type Mention, mentionsIn } from './mentions.ts';
import { readManifest, type Manifest } from './manifests.ts';
import { routeOf } from './route-of.ts';

/** The files of a repository at one time. */
export type CodeTree = Pick<FileTree, 'files' | 'read'> & Partial<Pick<CommitTree, 'prepare'>>;

/** What the code of a repository says of the names that were asked for. */
export type Code = {
  /** By folded name. */
  mentions: Map<string, Mention[]>;
  /** Routes in strings, with their parameters as `*`. */
  routes: Map<string, Mention[]>;
  /** Every file of the repository. */
  files: ReadonlySet<string>;
  manifests: Manifest[];
};

/** Files that are larger are generated, or data. */
const maxFileLength = 1_000_000;
const maxLineLength = 500;
const maxMentions = 500;
const maxRoutes = 20_000;
const maxFiles = 50_000;
const maxCharacters = 512_000_000;
/** Files between which other work has its turn. */
const filesPerTurn = 20;

/** Reads the product's code, without tests and examples, and keeps the places of the wanted names. */
export async function readCode(
  tree: CodeTree,
  wanted: ReadonlySet<string>,
  isRead: (path: string) => boolean = () => true,
): Promise<Code> {
  const code: Code = { mentions: new Map(), routes: new Map(), files: new Set(tree.files), manifests: [] };
  let room = maxCharacters;
  const product = productOf(tree, isRead);
  await tree.prepare?.(product);
  for (const [nth, path] of product.entries()) {
    const { text } = await tree.read(path);
    if (text === null || text.length > maxFileLength || (room -= text.length) < 0) continue;
    if (isManifest(path)) {
      code.manifests.push(...readManifest(path, text));
      if (languageOf(path) === null) continue;
    }
    if (isPacked(text)) continue;
    noteFile(code, path, text, wanted);
    if (nth % filesPerTurn === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return code;
}

/** Which of these names the product's code speaks of, in backticks as comments for people do. */
export async function readSpokenNames(tree: CodeTree, names: ReadonlySet<string>): Promise<Set<string>> {
  const found = new Set<string>();
  const left = new Set(names);
  const product = productOf(tree, () => left.size > 0);
  await tree.prepare?.(product);
  for (const path of product) {
    if (left.size === 0) break;
    const { text } = await tree.read(path);
    if (text === null || text.length > maxFileLength) continue;
    for (const name of left) if (text.includes(`\`${name}\``) && left.delete(name)) found.add(name);
  }
  return found;
}

function productOf({ files }: CodeTree, isRead: (path: string) => boolean): string[] {
  return files
    .filter((path) => isProduct(path) && isRead(path) && (isManifest(path) || languageOf(path) !== null))
    .slice(0, maxFiles);
}

/** Whether a program has written the file: its lines are long. */
function isPacked(text: string): boolean {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return text.length / lines > maxLineLength;
}

function noteFile(code: Code, path: string, text: string, wanted: ReadonlySet<string>): void {
  const language = languageOf(path)!;
  const tokens = lex(text, language);
  // What a manifest names is a tool's, or another package's.
  const asOthers = isManifest(path) && { declares: false, isString: false, values: [] };
  let lines: string[] | undefined;
  const sourceOf = (line: number) => (lines ??= text.split('\n'))[line - 1]!.trim().slice(0, maxLineLength);
  for (const [name, mention] of mentionsIn(path, tokens, language, wanted, sourceOf)) {
    const known = code.mentions.get(name) ?? [];
    code.mentions.set(name, known);
    if (known.length < maxMentions) known.push({ ...mention, ...asOthers });
  }
  for (const { kind, text: content, line } of tokens) {
    if (kind !== 'string' || code.routes.size >= maxRoutes) continue;
    const route = routeOf(content);
    if (route === null) continue;
    const known = code.routes.get(route) ?? [];
    code.routes.set(route, known);
    const plain = { word: content, isString: true, declares: true, values: [], parameters: null };
    if (known.length < maxMentions) known.push({ path, line, source: sourceOf(line), ...plain });
  }
}
