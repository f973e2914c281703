import { Check, Copy } from 'lucide-react';
import { useState } from 'react';

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={label}
      title={label}
      className="grid size-8 shrink-0 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink"
    >
      <Icon size={15} aria-hidden />
      <span className="sr-only" role="status">
        {copied ? 'Copied' : ''}
      </span>
    </button>
  );
}

/** A value to copy: an id, a key, a link. */
export function CopyValue({ value, label }: { value: string; label: string }) {
  return (
    <div className="flex min-w-0 items-center gap-1 rounded-lg border border-line bg-code py-0.5 pr-1 pl-3">
      <code className="min-w-0 flex-1 truncate font-mono text-[13px]" title={value}>
        {value}
      </code>
      <CopyButton text={value} label={`Copy ${label}`} />
    </div>
  );
}

/** Code to copy. */
export function CodeBlock({
  code,
  label,
  wrap = false,
}: {
  code: string;
  label: string;
  /** Prose rather than code: long lines wrap. */
  wrap?: boolean;
}) {
  return (
    <div className="relative rounded-lg border border-line bg-code">
      <pre
        tabIndex={0}
        aria-label={label}
        className={`overflow-x-auto p-3 pr-12 text-[13px] leading-relaxed ${wrap ? 'font-sans whitespace-pre-wrap' : 'font-mono'}`}
      >
        {code}
      </pre>
      <div className="absolute top-1.5 right-1.5">
        <CopyButton text={code} label={`Copy ${label}`} />
      </div>
    </div>
  );
}
