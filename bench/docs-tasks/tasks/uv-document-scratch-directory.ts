import { edit, type Task } from '../task.ts';

const page = 'docs/reference/storage.md';
const place = '### Temporary directory\n\nThe temporary directory is used for ephemeral data.\n';

export const task: Task = {
  kind: 'document',
  bed: 'uv',
  docsRoot: 'docs',
  prompt:
    'uv can now be told where to put temporary files. Document the new setting on the page about storage, in the section on the temporary directory. The code is in product:crates/uv-dirs/src/scratch.rs.',
  product: {
    'crates/uv-dirs/src/scratch.rs': `/// Where ephemeral files go. Looked at before \`$TMPDIR\` and \`%TMP%\`.
pub fn scratch_dir() -> PathBuf {
    match env::var_os("UV_SCRATCH_DIR") {
        // A relative path counts from the current directory. An empty value is as good as none.
        Some(dir) if !dir.is_empty() => absolute(PathBuf::from(dir)),
        _ => env::temp_dir(),
    }
}
`,
  },
  touches: [page],
  removes: 2,
  graders: [
    {
      kind: 'facts',
      in: page,
      under: 'Temporary directory',
      has: [
        'UV_SCRATCH_DIR',
        ['before', 'first', 'precedence', 'instead of'],
        ['relative', 'current directory'],
      ],
    },
  ],
  right: [
    edit(
      page,
      place,
      `${place}\nSet \`UV_SCRATCH_DIR\` to choose it; a relative path counts from the current directory. Without it, or when it is\nempty, the first of these is used instead of it:\n`,
    ),
  ],
  // Another name than the code has.
  wrong: {
    calls: [edit(page, place, `${place}\nSet \`UV_TEMP_DIR\` to choose it. It is looked at first.\n`)],
    fails: ['facts'],
  },
};
