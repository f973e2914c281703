import { edit, write, type Task } from '../task.ts';

const page = 'guide/src/cli/doctor.md';
const text =
  '# The doctor command\n\nThe doctor command looks for broken links in a book and exits with status 1 when there are any.\n\n```bash\nmdbook doctor path/to/book --json\n```\n\n#### `--json`\n\nThe `--json` flag prints the findings as JSON.\n';

export const task: Task = {
  kind: 'document',
  bed: 'mdbook',
  docsRoot: 'guide/src',
  prompt:
    'mdbook has a new command, see product:src/cmd/doctor.rs. Give it a page guide/src/cli/doctor.md like the other commands have, and list it in the summary behind "completions".',
  product: {
    'src/cmd/doctor.rs':
      '/// Finds broken links. Exit status 1 when there are any, else 0.\npub fn make_subcommand() -> Command {\n    Command::new("doctor")\n        .arg(arg!([dir] "Root directory for the book"))\n        .arg(arg!(--json "Prints the findings as JSON"))\n}\n',
  },
  touches: [page, 'guide/src/SUMMARY.md', 'guide/src/cli/README.md'],
  graders: [
    { kind: 'facts', in: page, has: ['mdbook doctor', '--json', ['status 1', 'status of 1', 'code 1']] },
    { kind: 'navigation', page, beside: 'guide/src/cli/completions.md' },
  ],
  right: [
    write(page, text),
    edit(
      'guide/src/SUMMARY.md',
      '(cli/completions.md)\n',
      '(cli/completions.md)\n    - [doctor](cli/doctor.md)\n',
    ),
  ],
  // It stands in the summary among the chapters, not among the commands.
  wrong: {
    calls: [
      write(page, text),
      edit('guide/src/SUMMARY.md', '- [Format]', '- [doctor](cli/doctor.md)\n- [Format]'),
    ],
    fails: ['navigation'],
  },
};
