import { edit, type Task } from '../task.ts';

const page = 'guide/src/cli/arg-watcher.md';

export const task: Task = {
  kind: 'update',
  bed: 'mdbook',
  docsRoot: 'guide/src',
  prompt:
    'The default of --watcher of mdbook serve and mdbook watch has changed, see product:src/cmd/watch.rs. Update the docs wherever they say it.',
  product: {
    'src/cmd/watch.rs': `#[derive(Clone, Copy, Default, clap::ValueEnum)]
pub enum WatcherKind {
    /// Uses the operating system.
    #[default]
    Native,
    /// Looks at all files every \`--poll-interval\` milliseconds (500 when it is not given).
    Poll,
}
`,
  },
  touches: ['guide/src/cli/*.md'],
  removes: 3,
  graders: [
    {
      kind: 'facts',
      in: page,
      has: ['native (default)', '--poll-interval', '500'],
      lacks: ['poll (default)', 'every second'],
    },
  ],
  right: [
    edit(
      page,
      '* `poll` (default) --- Checks for file modifications by scanning the filesystem every second.\n* `native` ---',
      '* `poll` --- Checks for file modifications by scanning the filesystem every `--poll-interval` milliseconds (500 by default).\n* `native` (default) ---',
    ),
  ],
  // It is said in the two pages, which take the same text from the file that still says otherwise.
  wrong: {
    calls: [
      edit(
        'guide/src/cli/watch.md',
        '{{#include arg-watcher.md}}',
        '{{#include arg-watcher.md}}\n\nThe default is `native`.',
      ),
      edit(
        'guide/src/cli/serve.md',
        '{{#include arg-watcher.md}}',
        '{{#include arg-watcher.md}}\n\nThe default is `native`.',
      ),
    ],
    fails: ['facts'],
  },
};
