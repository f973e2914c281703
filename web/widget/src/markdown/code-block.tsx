import { useEffect, useState } from 'preact/hooks';
import { CopyButton } from '../view/copy-button.tsx';
import { useSession } from '../view/session.ts';
import type { CodePiece } from './highlight.ts';

const maxHighlightedLength = 20_000;

/** Code with its language and a copy button. Syntax colours are loaded later, from a file of their own. */
export function CodeBlock({ code, language }: { code: string; language: string }) {
  const name = /^[\w+#-]{1,20}/.exec(language)?.[0] ?? '';
  const { host } = useSession();
  const [colored, setColored] = useState<{ code: string; pieces: CodePiece[] }>();
  useEffect(() => {
    if (name === '' || code.length > maxHighlightedLength) return;
    let isOld = false;
    const color = async () => {
      const { colours, highlight } = await import('./highlight.ts');
      const { adoptedStyleSheets: sheets } = host.root;
      if (!sheets.includes(colours)) sheets.push(colours);
      const pieces = highlight(code, name);
      if (!isOld && pieces !== undefined) setColored({ code, pieces });
    };
    // Not while it still grows. If loading fails, the code stays uncoloured.
    const timer = setTimeout(() => void color().catch(() => {}), 150);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [code, name, host]);
  const isColored = colored !== undefined && code.startsWith(colored.code);
  return (
    <div class="code">
      <div class="code-head">
        <span>{name}</span>
        <CopyButton text={code} label="copyCode" />
      </div>
      <pre tabIndex={0} dir="ltr">
        <code>
          {isColored &&
            colored.pieces.map(([text, kind]) => (kind ? <span class={`t-${kind}`}>{text}</span> : text))}
          {isColored ? code.slice(colored.code.length) : code}
        </code>
      </pre>
    </div>
  );
}
