// npm run bench -- proof DATA [SET…]
// Changes seeded into real docs, proven without a model: facts that questions ask for are deleted, contradicted or
// renamed in the pages that hold them, and harmless changes are made beside. How many losses the proof names, by questions that
// say their facts and by questions that name their page alone; how many harmless changes it holds for losses; and the time of one
// proof. DATA holds `beds/`.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerUnrecorded } from '../src/assistant/answer-unrecorded.ts';
import { openFolder } from '../src/content/sources/folder.ts';
import type { FileTree } from '../src/content/sources/file-tree.ts';
import type { SourceDeps } from '../src/deployments/open-source.ts';
import { askBoth } from '../src/proof/ask-both.ts';
import { buildSide } from '../src/proof/build-side.ts';
import type { ProofQuestion } from '../src/proof/judge.ts';
import { factPattern, readQuestions } from '../src/retrieval/eval/labelled-question.ts';
import { openIndex, type SearchIndex } from '../src/retrieval/open-index.ts';
import { openAnswering } from './answers/answering.ts';
import { answerSets } from './answers/sets.ts';

const [data, ...names] = process.argv.slice(2);
if (data === undefined) throw new Error('Name the folder that holds beds/.');
const { deps, project, scopeOf } = await openAnswering(data);
const scratch = await mkdtemp(join(tmpdir(), 'docent-proof-bench-'));
const { signal } = new AbortController();
const sources = { knownHashes: new Map() } as unknown as SourceDeps;

const ask = (index: SearchIndex, text: string) => answerUnrecorded(deps, scopeOf(index), text, signal);

type Texts = Record<string, string | null>;

/** The same docs with other texts. */
function withTexts({ root: _, versionOf: __, ...tree }: FileTree, texts: Texts): FileTree {
  const added = Object.keys(texts).filter((file) => !tree.files.includes(file));
  return {
    ...tree,
    files: [...tree.files.filter((file) => texts[file] !== null), ...added].sort(),
    read: async (file) => (file in texts ? { text: texts[file]!, warning: null } : tree.read(file)),
  };
}

/** Changes the lines that hold a fact. */
const seeds: Record<string, (text: string, fact: RegExp) => string> = {
  deleted: (text, fact) =>
    paragraphs(text)
      .filter((part) => !fact.test(part))
      .join('\n\n'),
  contradicted: (text, fact) => text.replaceAll(new RegExp(fact, 'gi'), 'something else'),
  renamed: (text, fact) =>
    text.replaceAll(new RegExp(fact, 'gi'), (found) => `x-${[...found].reverse().join('')}`),
};
const paragraphs = (text: string) => text.split(/\n{2,}/);

/** Changes that lose nothing. */
const harmless: Record<string, (file: string, text: string) => Texts> = {
  'a note added': (file, text) => ({ [file]: `${text}\n\nThis page was reviewed by the team this month.\n` }),
  'a page moved': (file, text) => ({ [file]: null, [file.replace(/(\.\w+)$/, '-moved$1')]: text }),
  'words mended': (file, text) => ({ [file]: text.replaceAll(/\b(?:can|will|may)\b/g, 'could') }),
  'a page added': () => ({ 'release-notes-new.md': '# Release notes\n\nThis release mends defects.\n' }),
};

const escape = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
/** Answers are compared without markup, and with single spaces. */
const inMarkup = (fact: string) =>
  [...fact].map((sign) => (sign === ' ' ? '[`*]*\\s+[`*]*' : `[\`*]*${escape(sign)}`)).join('');
const patternOf = (fact: string) => factPattern(fact) ?? new RegExp(inMarkup(fact), 'i');
const caught: Record<string, number[]> = {};
const count = (name: string, ...values: boolean[]) =>
  values.forEach((value, nth) => ((caught[name] ??= [0, 0, 0])[nth]! += Number(value)));

for (const { name, file, docs } of answerSets(data)) {
  if ((names.length > 0 && !names.includes(name)) || !existsSync(docs)) continue;
  const questions = readQuestions(readFileSync(file, 'utf8')).filter(
    ({ inDocs, expect }) => inDocs !== false && expect,
  );
  const tree = await openFolder(docs);
  await mkdir(join(scratch, name));
  const [base, head] = [join(scratch, name, 'base.sqlite'), join(scratch, name, 'head.sqlite')];
  await buildSide(sources, project, { source: 0, tree }, null, base, signal);
  const before = openIndex(base);
  const all = new Map<string, string>();
  for (const page of tree.files.filter((file) => /\.(?:mdx?|rst|adoc)$/.test(file))) {
    const { text } = await tree.read(page);
    if (text !== null) all.set(page, text);
  }
  const proofOf = async (texts: Texts, asked: readonly ProofQuestion[]) => {
    await buildSide(sources, project, { source: 0, tree: withTexts(tree, texts) }, base, head, signal);
    const after = openIndex(head);
    try {
      return (await askBoth({ base: before, head: after }, asked, { byExcerpts: ask, byModel: null }, signal))
        .proof;
    } finally {
      after.close();
    }
  };
  const start = performance.now();
  const { questions: answered } = await proofOf({}, questions);
  console.log(
    `${name}: ${before.info.pages} pages, ${questions.length} questions, ${Math.round(performance.now() - start)} ms a proof`,
  );
  for (const [nth, question] of questions.entries()) {
    if (answered[nth]!.before !== 'answered') continue;
    const pages = question.expected.flatMap((label) => before.page(label.split('#')[0]!)?.file ?? []);
    const fact = patternOf(question.expect![0]!);
    const was = Object.fromEntries(
      [...all].filter(([page, text]) => pages.includes(page) || fact.test(text)),
    );
    const { expect: _, ...byPage } = question;
    for (const [kind, seed] of Object.entries(seeds)) {
      const texts = Object.fromEntries(Object.entries(was).map(([page, text]) => [page, seed(text, fact)]));
      if (Object.entries(texts).every(([page, text]) => text === was[page])) continue;
      const {
        questions: [said, alone],
      } = await proofOf(texts, [question, byPage]);
      count(kind, true, said!.after !== 'answered', alone!.after !== 'answered');
    }
    const [page] = pages;
    for (const [kind, change] of Object.entries(harmless)) {
      if (page === undefined || nth % 3 > 0) continue;
      const { lost } = await proofOf(change(page, was[page]!), questions);
      const { lost: lostByPage } = await proofOf(
        change(page, was[page]!),
        questions.map(({ expect: _, ...one }) => one),
      );
      count(kind, true, lost > 0, lostByPage > 0);
    }
  }
  before.close();
}
console.log('change          seeded  named by facts  named by page alone');
for (const [kind, [all, byFacts, byPage]] of Object.entries(caught))
  console.log(
    `${kind.padEnd(16)}${String(all).padStart(6)}${String(byFacts).padStart(16)}${String(byPage).padStart(21)}`,
  );
await deps.store.close();
await rm(scratch, { recursive: true, force: true });
