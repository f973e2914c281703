import { FileText, Folder } from 'lucide-react';
import { formatNumber } from '../../../api/format.ts';
import { Choice } from '../../../ui/field.tsx';
import { treeOf, type TreeNode } from './file-tree.ts';
import type { DiffFile } from './read-diff.ts';
import { useStored } from './use-stored.ts';

const shapes = [
  { value: 'tree', label: 'Tree' },
  { value: 'list', label: 'List' },
] as const;

type Props = {
  files: readonly DiffFile[];
  /** The first of them, which are shown. */
  listed: readonly DiffFile[];
  viewed(file: DiffFile): boolean;
  goTo(file: DiffFile): void;
};

/** The changed files, as a tree or a list, each a link to its diff. */
export function FileNav({ files, listed, viewed, goTo }: Props) {
  const [shape, setShape] = useStored<'tree' | 'list'>('docent.review.files', 'tree');
  const nodes =
    shape === 'tree' ? treeOf(listed) : listed.map((file) => ({ name: file.path, file, children: [] }));
  const seen = files.filter(viewed).length;
  return (
    <nav aria-label="Changed files" className="grid content-start gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-xs text-soft tabular-nums">
          {seen} of {formatNumber(files.length)} viewed
        </p>
        <Choice label="How files are listed" value={shape} options={shapes} onChoose={setShape} />
      </div>
      <Branch nodes={nodes} {...{ viewed, goTo }} />
    </nav>
  );
}

function Branch({ nodes, viewed, goTo }: Pick<Props, 'viewed' | 'goTo'> & { nodes: readonly TreeNode[] }) {
  return (
    <ul className="grid gap-0.5 text-[13px]">
      {nodes.map(({ name, file, children }) => (
        <li key={name}>
          {file === null ? (
            <>
              <p className="flex items-center gap-1.5 px-1.5 py-1 text-soft">
                <Folder size={14} aria-hidden className="shrink-0" />
                <span className="min-w-0 truncate font-mono">{name}</span>
              </p>
              <div className="ml-2.5 border-l border-line pl-1.5">
                <Branch nodes={children} {...{ viewed, goTo }} />
              </div>
            </>
          ) : (
            <button
              type="button"
              title={file.path}
              onClick={() => goTo(file)}
              className="flex min-h-8 w-full items-center gap-1.5 rounded-md px-1.5 text-left hover:bg-hover"
            >
              <FileText size={14} aria-hidden className="shrink-0 text-soft" />
              <span
                className={`min-w-0 flex-1 truncate font-mono ${viewed(file) ? 'text-faint line-through' : ''}`}
              >
                {name}
              </span>
              <Counts file={file} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The numbers of added and removed lines. */
export function Counts({ file: { added, removed } }: { file: DiffFile }) {
  return (
    <span className="shrink-0 text-xs tabular-nums">
      <span className="text-good">+{added}</span> <span className="text-bad">−{removed}</span>
      <span className="sr-only"> lines</span>
    </span>
  );
}
