// Whether satteri reads pages as remark does, and what each takes: headings, links, code and text of the trees that both
// make of every Markdown and MDX file. Usage: npm run bench -- parser-equality PATH… [--differences]
import type { Nodes, Root } from 'mdast';
import { toString } from 'mdast-util-to-string';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { markdownToMdast, mdxToMdast } from 'satteri';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { splitFrontMatter } from '../src/content/front-matter.ts';
import { openFolder } from '../src/content/sources/folder.ts';

const showDifferences = process.argv.includes('--differences');
const folders = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

const remark = unified().use(remarkParse).use(remarkGfm).freeze();
const remarkWithMdx = unified().use(remarkParse).use(remarkGfm).use(remarkMdx).freeze();
const options = { position: false, features: { frontmatter: false } };

const parts = ['headings', 'links', 'code', 'text'] as const;

/** What is compared of a page; null when it does not parse. */
type Seen = Record<(typeof parts)[number], string>;

function see(root: Root): Seen {
  const seen = { headings: [] as string[], links: [] as string[], code: [] as string[] };
  visit(root, (node: Nodes) => {
    if (node.type === 'heading') seen.headings.push(`${node.depth} ${toString(node)}`);
    else if (node.type === 'link' || node.type === 'image' || node.type === 'definition')
      seen.links.push(`${toString(node)} ${node.url}`);
    else if (node.type === 'code') seen.code.push(`${node.lang} ${node.meta} ${node.value}`);
    else if (node.type === 'inlineCode') seen.code.push(node.value);
  });
  const text = toString(root).replaceAll(/\s+/g, ' ');
  return {
    headings: seen.headings.join('\n'),
    links: seen.links.join('\n'),
    code: seen.code.join('\n'),
    text,
  };
}

function timed(parse: () => Root): { seen: Seen | null; cpu: number } {
  const before = process.cpuUsage();
  let root: Root | null = null;
  try {
    root = parse();
  } catch {
    // That both refuse it is equality too.
  }
  const { user, system } = process.cpuUsage(before);
  return { seen: root && see(root), cpu: (user + system) / 1000 };
}

console.log(
  'set               pages  headings    links     code     text  refused by one  remark ms/page  satteri ms/page',
);
for (const folder of folders) {
  const tree = await openFolder(folder);
  const files = tree.files.filter((file) => /\.mdx?$/.test(file));
  const equal = { headings: 0, links: 0, code: 0, text: 0 };
  let [both, refused, remarkCpu, satteriCpu] = [0, 0, 0, 0];
  for (const file of files) {
    const { body } = splitFrontMatter((await tree.read(file)).text ?? '');
    const isMdx = file.endsWith('.mdx');
    const theirs = timed(() => (isMdx ? remarkWithMdx : remark).parse(body));
    const ours = timed(() => (isMdx ? mdxToMdast : markdownToMdast)(body, options) as Root);
    remarkCpu += theirs.cpu;
    satteriCpu += ours.cpu;
    if (theirs.seen === null || ours.seen === null) {
      if (theirs.seen !== ours.seen) {
        refused += 1;
        if (showDifferences)
          console.log(`  refused by ${ours.seen === null ? 'satteri' : 'remark'}: ${file}`);
      }
      continue;
    }
    both += 1;
    for (const part of parts) {
      if (theirs.seen[part] === ours.seen[part]) equal[part] += 1;
      else if (showDifferences)
        console.log(`  ${part} ${file}\n${difference(theirs.seen[part], ours.seen[part])}`);
    }
  }
  const share = (count: number): string => `${((100 * count) / Math.max(1, both)).toFixed(1)} %`.padStart(8);
  console.log(
    [
      (folder.split('/').at(-1) ?? '').padEnd(17),
      String(files.length).padStart(5),
      ...parts.map((part) => share(equal[part])),
      String(refused).padStart(15),
      (remarkCpu / files.length).toFixed(2).padStart(15),
      (satteriCpu / files.length).toFixed(2).padStart(16),
    ].join(' '),
  );
}

/** Where two texts part. */
function difference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const around = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 40), at + 60));
  return `    remark  ${around(one)}\n    satteri ${around(other)}`;
}
