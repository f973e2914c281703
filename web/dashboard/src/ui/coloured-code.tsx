import { useEffect, useState } from 'react';
import type { CodePiece } from '../../../widget/src/markdown/highlight.ts';

const maxLength = 20_000;

/** Code in the widget's syntax colours, which are loaded with the first of it. */
export function ColouredCode({ code, language }: { code: string; language: string }) {
  const [coloured, setColoured] = useState<{ code: string; pieces: CodePiece[] }>();
  useEffect(() => {
    if (language === '' || code.length > maxLength) return undefined;
    let isOld = false;
    const colour = async () => {
      const { colours, highlight } = await import('../../../widget/src/markdown/highlight.ts');
      const { adoptedStyleSheets: sheets } = document;
      if (!sheets.includes(colours)) sheets.push(colours);
      const pieces = highlight(code, language);
      if (!isOld && pieces !== undefined) setColoured({ code, pieces });
    };
    // Not while it still grows. If loading fails, the code stays as it is.
    const timer = setTimeout(() => void colour().catch(() => {}), 150);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [code, language]);
  if (coloured === undefined || !code.startsWith(coloured.code)) return code;
  return (
    <>
      {coloured.pieces.map(([text, kind], at) => (
        <span key={at} className={kind && `t-${kind}`}>
          {text}
        </span>
      ))}
      {code.slice(coloured.code.length)}
    </>
  );
}
