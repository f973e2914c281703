import { edit, type Task } from '../task.ts';

const page = 'content/en/docs/v3.6/tasks/developer/how-to-delete-keys.md';
const after = '--range[=false]: delete range of keys without delay\n';

export const task: Task = {
  kind: 'document',
  bed: 'etcd',
  docsRoot: 'content/en',
  prompt:
    'etcdctl del has a new option since v3.6 (product:etcdctl/ctlv3/command/del_command.go). Add it to "How to delete keys" of v3.6, among the options. Older versions do not have it.',
  product: {
    'etcdctl/ctlv3/command/del_command.go': `package command

func NewDelCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "del [options] <key> [range_end]"}
	cmd.Flags().BoolVar(&delPrefix, "prefix", false, "delete keys with matching prefix")
	cmd.Flags().Int64Var(&delLimit, "max-keys", 0, "refuse to delete anything when more keys than that match (0 for no limit)")
	return cmd
}
`,
  },
  touches: [page],
  removes: 0,
  graders: [
    {
      kind: 'facts',
      in: page,
      under: 'Options',
      has: ['--max-keys', ['=0', '0 for no limit', 'default 0'], ['refuse', 'no key', 'nothing']],
    },
    { kind: 'facts', in: 'content/en/docs/v3.5/**/*.md', lacks: ['--max-keys'] },
  ],
  right: [
    edit(
      page,
      after,
      `${after}--max-keys[=0]: refuse to delete anything when more keys match (0 for no limit)\n`,
    ),
  ],
  // It says the opposite of what the code does.
  wrong: {
    calls: [edit(page, after, `${after}--max-keys[=0]: delete at most that many keys\n`)],
    fails: ['facts'],
  },
};
