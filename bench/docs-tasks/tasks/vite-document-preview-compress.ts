import { edit, type Task } from '../task.ts';

const page = 'docs/config/preview-options.md';
const after =
  'Set to `true` to exit if port is already in use, instead of automatically trying the next available port.\n';
const section = (type: string, fallback: string) =>
  `${after}\n## preview.compress\n\n- **Type:** \`${type}\`\n- **Default:** \`${fallback}\`\n\nCompress responses of the preview server. Files smaller than \`threshold\` bytes (\`1024\`) are sent as they are.\n`;

export const task: Task = {
  kind: 'document',
  bed: 'vite',
  docsRoot: 'docs',
  prompt:
    'Add the option preview.compress to the page of preview options, as the other options are described there. The code is product:packages/vite/src/node/compress.ts.',
  product: {
    'packages/vite/src/node/compress.ts': `export interface CompressOptions {
  /** Bytes. Smaller files are not compressed. @default 1024 */
  threshold?: number
}

/** \`preview.compress\`: true stands for the defaults. */
export function resolveCompress(option: boolean | CompressOptions = false) {
  if (option === false) return null
  return { threshold: 1024, ...(option === true ? {} : option) }
}
`,
  },
  touches: [page],
  removes: 0,
  graders: [
    {
      kind: 'facts',
      in: page,
      under: 'preview.compress',
      has: ['Type: boolean | CompressOptions', 'Default: false', 'threshold', '1024'],
    },
  ],
  right: [edit(page, after, section('boolean | CompressOptions', 'false'))],
  // The default is not what the code says.
  wrong: { calls: [edit(page, after, section('boolean | CompressOptions', 'true'))], fails: ['facts'] },
};
