import { edit, type Task } from '../task.ts';

const page = 'docs/concepts/authentication/cli.md';

export const task: Task = {
  kind: 'update',
  bed: 'uv',
  docsRoot: 'docs',
  prompt:
    'The command that shows a stored credential was renamed in the code (see product:CHANGELOG.md). The old name is gone. Bring the docs up to date.',
  product: {
    'CHANGELOG.md':
      '# Changelog\n\n## Next\n\n### Breaking changes\n\n- `uv auth token` is now `uv auth show`. It prints the secret only with `--reveal`; without it stars stand in its place.\n',
    'src/cli.rs':
      '#[derive(Subcommand)]\nenum AuthCommand {\n    Login(LoginArgs),\n    Logout(LogoutArgs),\n    /// Shows the credential of a service.\n    Show(ShowArgs),\n    Helper(HelperArgs),\n}\n',
  },
  touches: ['docs/**/*.md'],
  removes: 4,
  graders: [
    { kind: 'facts', in: 'docs/**/*.md', lacks: ['uv auth token'] },
    {
      kind: 'facts',
      in: page,
      under: 'Showing credentials',
      has: ['uv auth show', '--reveal', '--username foo'],
    },
  ],
  right: [
    edit(
      page,
      'use the `uv auth token` command:',
      'use the `uv auth show` command. It hides the secret unless `--reveal` is given:',
    ),
    edit(page, '$ uv auth token example.com', '$ uv auth show --reveal example.com'),
    edit(page, '$ uv auth token --username foo example.com', '$ uv auth show --username foo example.com'),
  ],
  // The command of the second example keeps its old name.
  wrong: {
    calls: [
      edit(
        page,
        'use the `uv auth token` command:',
        'use the `uv auth show` command. It hides the secret unless `--reveal` is given:',
      ),
      edit(page, '$ uv auth token example.com', '$ uv auth show example.com'),
    ],
    fails: ['facts'],
  },
};
