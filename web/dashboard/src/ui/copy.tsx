import { Check, Copy } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { ColouredCode } from './coloured-code.tsx';
import { copyText } from './copy-text.ts';

export function CopyButton({
  text,
  label,
  shown,
}: {
  text: string;
  label: string;
  /** The element with the text. */
  shown?: RefObject<Element | null>;
}) {
  const [said, setSaid] = useState<'' | 'Copied' | 'refused'>('');
  const copy = async () => {
    const isCopied = await copyText(text, shown?.current);
    setSaid(isCopied ? 'Copied' : 'refused');
  };
  useEffect(() => {
    if (said !== 'Copied') return undefined;
    const timer = setTimeout(() => setSaid(''), 2_000);
    return () => clearTimeout(timer);
  }, [said]);
  const Icon = said === 'Copied' ? Check : Copy;
  return (
    <>
      <button
        type="button"
        onClick={copy}
        aria-label={label}
        title={label}
        className="grid size-8 shrink-0 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink"
      >
        <Icon size={15} aria-hidden />
      </button>
      <span
        role="status"
        className={said === 'refused' ? 'basis-full rounded-md bg-panel p-2 text-xs text-warn' : 'sr-only'}
      >
        {said === 'refused'
          ? `This browser lets no page copy here. ${shown === undefined ? 'Select the text and' : 'The text is selected:'} copy it with Ctrl or ⌘ and C.`
          : said}
      </span>
    </>
  );
}

/** A value to copy: an id, a key, a link. */
export function CopyValue({ value, label }: { value: string; label: string }) {
  const shown = useRef<HTMLElement>(null);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1 rounded-lg border border-line bg-code py-0.5 pr-1 pl-3">
      <code ref={shown} className="min-w-0 flex-1 truncate font-mono text-[13px]" title={value}>
        {value}
      </code>
      <CopyButton text={value} label={`Copy ${label}`} shown={shown} />
    </div>
  );
}

/** Code to copy. */
export function CodeBlock({
  code,
  label,
  language = '',
  wrap,
}: {
  code: string;
  label: string;
  language?: string | undefined;
  /** Long lines wrap: of prose, or of code in one line. */
  wrap?: 'prose' | 'code' | undefined;
}) {
  const shown = useRef<HTMLPreElement>(null);
  return (
    <div className="relative rounded-lg border border-line bg-code">
      <pre
        ref={shown}
        tabIndex={0}
        aria-label={label}
        className={`overflow-x-auto p-3 pr-12 text-[13px] leading-relaxed ${wrap === 'prose' ? 'font-sans' : 'font-mono'} ${wrap === undefined ? '' : 'wrap-anywhere whitespace-pre-wrap'}`}
      >
        <ColouredCode code={code} language={language} />
      </pre>
      <div className="absolute top-1.5 right-1.5 flex max-w-64 flex-wrap justify-end rounded-md bg-code">
        <CopyButton text={code} label={`Copy ${label}`} shown={shown} />
      </div>
    </div>
  );
}
