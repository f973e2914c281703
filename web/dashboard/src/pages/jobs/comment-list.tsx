import type { LineComment } from '../../../../../src/protocol/manage/job-schema.ts';

const commentedLine = ({ file, side, line }: LineComment) =>
  `${file}, ${side === 'old' ? 'removed ' : ''}line ${line}`;

/** Comments with the lines that they refer to. */
export function CommentList({ comments }: { comments: readonly LineComment[] }) {
  return (
    <ul className="grid gap-3 text-sm">
      {comments.map((comment, nth) => (
        <li key={nth} className="min-w-0">
          <p className="text-xs text-soft">{commentedLine(comment)}</p>
          <code className="block truncate rounded bg-code px-2 py-1 font-mono text-xs">
            {comment.quote || ' '}
          </code>
          <p dir="auto" className="mt-1 break-words whitespace-pre-wrap">
            {comment.text}
          </p>
        </li>
      ))}
    </ul>
  );
}
