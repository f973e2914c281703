import { useState } from 'preact/hooks';
import type { LabelName } from '../text/en.ts';
import { Icon } from './icon.tsx';
import { useSession } from './session.ts';

type Props = { text: string; label: LabelName; onCopy?(): void };

/** Copies text; hidden where the browser gives no access to the clipboard. */
export function CopyButton({ text, label, onCopy }: Props) {
  const { say } = useSession();
  const [copied, setCopied] = useState(false);
  if (navigator.clipboard === undefined) return null;
  const showCopied = () => {
    onCopy?.();
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  return (
    <button
      type="button"
      class="icon"
      aria-label={say(copied ? 'copied' : label)}
      onClick={() => void navigator.clipboard.writeText(text).then(showCopied, () => {})}
    >
      <Icon name={copied ? 'check' : 'copy'} />
    </button>
  );
}
