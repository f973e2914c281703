import { edit, type Task } from '../task.ts';

const page = 'docs/concepts/authentication/cli.md';
const place = '$ uv auth logout example.com\n```\n';

export const task: Task = {
  kind: 'gap',
  bed: 'uv',
  docsRoot: 'docs',
  prompt:
    'Readers asked "how do I remove all stored credentials at once?" and "can I log out of every service?", and the docs did not say. The command is in product:src/commands/auth/logout.rs. Close the gap.',
  product: {
    'src/commands/auth/logout.rs': `#[derive(Args)]
pub struct LogoutArgs {
    /// The service. Not with \`--all\`.
    service: Option<Service>,
    /// Removes the credentials of every service from the store. Asks before it does, unless \`--yes\` is given.
    #[arg(long, conflicts_with = "service")]
    all: bool,
    #[arg(long, requires = "all")]
    yes: bool,
}
`,
  },
  touches: [page],
  removes: 2,
  graders: [
    {
      kind: 'facts',
      in: page,
      under: 'Logging out',
      has: [
        'uv auth logout --all',
        '--yes',
        ['every service', 'all services', 'all stored', 'all credentials'],
      ],
    },
  ],
  right: [
    edit(
      page,
      place,
      `${place}\nTo remove the credentials of every service at once, use \`--all\`. uv asks before it does; \`--yes\` skips the question:\n\n\`\`\`console\n$ uv auth logout --all\n\`\`\`\n`,
    ),
  ],
  // It points the reader to a page that is not there.
  wrong: {
    calls: [
      edit(
        page,
        place,
        `${place}\nFor every service at once use \`uv auth logout --all\` and \`--yes\`, as the [reference](./reference.md) says.\n`,
      ),
    ],
    fails: ['checks'],
  },
};
