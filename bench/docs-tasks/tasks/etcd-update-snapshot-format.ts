import { edit, type Task } from '../task.ts';

const page = 'content/en/docs/v3.6/tasks/operator/how-to-save-database.md';
const option =
  '-w, --write-out string   set the output format (fields, json, protobuf, simple, table) (default "simple")';

export const task: Task = {
  kind: 'update',
  bed: 'etcd',
  docsRoot: 'content/en',
  prompt:
    'etcdutl changed its output formats: see product:etcdutl/printer.go. Update "How to save the database" of v3.6 so that its option and its example are right.',
  product: {
    'etcdutl/printer.go': `package etcdutl

// Formats of --write-out. "protobuf" is gone: nothing could read it.
var formats = []string{"fields", "json", "simple", "table"}

// defaultFormat changed from "simple": people read tables.
const defaultFormat = "table"
`,
  },
  touches: [page],
  removes: 3,
  graders: [
    {
      kind: 'facts',
      in: page,
      has: [
        '(fields, json, simple, table) (default "table")',
        ['etcdutl snapshot status my.db', '--write-out=table snapshot status my.db', '-w table'],
      ],
      lacks: ['protobuf', '(default "simple")'],
    },
  ],
  right: [
    edit(
      page,
      option,
      '-w, --write-out string   set the output format (fields, json, simple, table) (default "table")',
    ),
    edit(page, 'etcdutl --write-out=table snapshot status my.db', 'etcdutl snapshot status my.db'),
  ],
  // The list of formats is right, the default is not.
  wrong: {
    calls: [
      edit(
        page,
        option,
        '-w, --write-out string   set the output format (fields, json, simple, table) (default "simple")',
      ),
    ],
    fails: ['facts'],
  },
};
