import { edit, type Task } from '../task.ts';

const page = 'docs/deploying/waitress.rst';
const place = "Logs for each request aren't shown, only errors are shown.";
const said = (count: string) =>
  `The \`\`--threads\`\` option sets how many requests are handled at once, \`\`${count}\`\`\nby default. Others wait in a queue; a warning is logged when it grows.\n\n${place}`;

export const task: Task = {
  kind: 'document',
  bed: 'flask',
  docsRoot: 'docs',
  prompt:
    'Say on the page about Waitress how many requests it handles at once, how to change it, and what happens to the others. The facts are in product:src/waitress/adjustments.py.',
  product: {
    'src/waitress/adjustments.py':
      'class Adjustments:\n    # --threads: requests that are handled at once. Further ones wait in a queue, and a warning is\n    # logged when it grows.\n    threads = 4\n',
  },
  touches: [page],
  removes: 2,
  graders: [
    { kind: 'facts', in: page, under: 'Running', has: ['``--threads``', '4', ['queue', 'wait'], 'warning'] },
  ],
  right: [edit(page, place, said('4'))],
  // A Markdown link in reStructuredText is text, and the page it names is not there; the facts are right.
  wrong: { calls: [edit(page, place, `${said('4')}\n\nSee :doc:\`threads\`.\n\n`)], fails: ['checks'] },
};
