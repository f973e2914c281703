import { dedent } from '../../markdown/dedent.ts';
import { fenced } from '../../markdown/section-text.ts';

/** What of a template shows nothing: conditions, assignments, comments and messages of the build. */
const silent = /^(?:(?:if|with|range|else|end|errorf|warnf)\b|\$\w*[ \t]*:?=|\/\*|$)/;

/**
 * Whether a template only takes its inner content in, as that of a comment does. One that shows it in a way which only a
 * build knows, as tabs collect those within them, does not hide it.
 */
export function hidesInner(template: string): boolean {
  const actions = Array.from(
    template.matchAll(/\{\{((?:[^{}]|\{(?!\{)|\}(?!\}))*)\}\}/g),
    ([, inside = '']) => inside.replace(/^-/, '').replace(/-$/, '').trim(),
  );
  const text = template.replaceAll(/\{\{(?:[^{}]|\{(?!\{)|\}(?!\}))*\}\}|<!--(?:[^<]|<(?!!--))*?-->/g, '');
  return (
    text.trim() === '' &&
    actions.every((action) => silent.test(action) && !/\bpartial|Scratch|Store\b/.test(action))
  );
}

/** The inner content as code, where the template makes code of it; null where it does not. */
export function codeOfInner(inner: string, values: Record<string, string>, template: string): string | null {
  if (!/<pre\b|\bhighlight\b/.test(template) || inner.includes('```') || inner.includes('{{')) return null;
  const language = values['lang'] ?? values['language'] ?? values['syntax'] ?? values['0'] ?? '';
  const lines = dedent(
    inner
      .replace(/^\s*\n/, '')
      .trimEnd()
      .split('\n'),
  );
  return `\n${fenced(lines.join('\n'), /^[\w+#-]{1,30}$/.test(language) ? language : '')}\n`;
}
