import { CircleAlert } from 'lucide-react';

/** The findings of the checks, each with its file. */
export function Findings({ findings }: { findings: string[] }) {
  return (
    <ul className="grid gap-1">
      {findings.map((finding, nth) => (
        <li key={nth} className="flex items-start gap-2">
          <CircleAlert size={15} aria-hidden className="mt-0.5 shrink-0 text-warn" />
          <span className="min-w-0 break-words text-soft">{finding}</span>
        </li>
      ))}
    </ul>
  );
}
